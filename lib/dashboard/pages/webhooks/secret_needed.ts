import { message } from "../../design/message.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { Visit } from "../../visit.ts";

/** Asks for the help of the operator if the server cannot store the secrets of webhooks. */
export function secretNeeded({ api, actor }: Visit): Html | false {
  if (api.admin.webhooks.areAvailable(actor)) return false;
  return message(
    "problem",
    html`<p><strong>This server cannot send webhooks yet.</strong> It needs a random text that encrypts the secrets of webhooks. Ask the operator of the server to set the environment variable <code>POSTERN_SECRET</code>, or the option <code>secret</code> of <code>createPublicApi</code>, to a text of at least 32 characters.</p>`,
  );
}
