import { html, type Html } from "../../../html.ts";
import type { Visit } from "../../visit.ts";

/** Renders instructions for the operator if the server cannot store the secrets of webhooks. */
export function secretNeeded({ api, actor }: Visit): Html | false {
  if (api.admin.webhooks.areAvailable(actor)) return false;
  return html`<div class="problem">
<p><strong>This server cannot send webhooks yet.</strong> It needs a random text that encrypts the secrets of webhooks. The operator of the server sets it up:</p>
<ol>
<li>Create a text of at least 32 characters: <code>openssl rand -base64 32</code></li>
<li>Set it as the environment variable <code>POSTERN_SECRET</code> of the server. A program that calls <code>createPublicApi</code> passes it as the option <code>secret</code>.</li>
<li>Restart the server.</li>
</ol>
<p>Keep the text in a safe place. Without it, stored secrets cannot be decrypted.</p>
</div>`;
}
