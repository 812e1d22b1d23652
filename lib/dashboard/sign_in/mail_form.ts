import { FailedAttempts } from "../../access/mod.ts";
import { html, type Html } from "../../base/text/html.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { message, submitButton } from "../design/components.ts";
import { inputField } from "../design/field.ts";
import { formLimits, readForm, textOf } from "../form/read_form.ts";
import { pageResponse } from "../frame/answers.ts";
import { plainPage } from "../frame/layout.ts";
import type { DashboardDeps } from "../visit.ts";
import type { Client } from "./client.ts";
import { canMailLinks, linkAddresses } from "./link_addresses.ts";

/** Path, below the base path, that receives the form. */
export const mailPage = "sign-in/mail";

/** Maximum number of links that a client requests. */
const clientLimit = { attempts: 10, windowSeconds: 600 };

/** The form that mails a sign-in link to an address. */
export class MailForm {
  readonly #deps: DashboardDeps;
  readonly #requests: FailedAttempts;

  constructor(deps: DashboardDeps) {
    this.#deps = deps;
    this.#requests = new FailedAttempts(deps.api.options.clock, clientLimit);
  }

  /** Renders the form. Empty if the dashboard cannot mail links. */
  view(): Html | false {
    if (!canMailLinks(this.#deps)) return false;
    return html`<form method="post" action="${this.#deps.options.basePath}/${mailPage}">
${inputField({ name: "email", label: "Email address", type: "email", longest: 254, isRequired: true, autocomplete: "email" })}
<p class="actions">${submitButton("Send me a sign-in link", { tone: "main" })}</p>
</form>`;
  }

  /** Answers the form. The answer and its time are the same whether the address is known or not. */
  async answer(request: Request, client: Client): Promise<PreparedResponse> {
    const form = await readForm(request, { bodyBytes: formLimits.signInBytes });
    const address = client.address ?? "unknown";
    if (this.#requests.blockedUntil(address) !== undefined) {
      const text = "You have requested too many links. Wait ten minutes, then try again.";
      return this.#page(message("problem", text, "alert"), 429);
    }
    this.#requests.add(address);
    const { links } = await this.#deps.api.people();
    await client.afterResponse(links.mailTo(textOf(form, "email"), linkAddresses(request, this.#deps)));
    const body = html`<p>If a user or an invited person has this address, a link is on its way to it. It works once, within an hour.</p>
<p>Nothing arrived? Look into the spam folder, and check the address. An address gets only a few mails within an hour.</p>
<p><a href="${this.#deps.options.basePath}/sign-in">Back to the sign-in page</a></p>`;
    return this.#page(body, 200);
  }

  #page(body: Html, status: number): PreparedResponse {
    return pageResponse(plainPage(this.#deps.options.basePath, { title: "Sign in", body }), status);
  }
}
