import type { PreparedResponse } from "../exchange/mod.ts";
import { pageResponse } from "./answers.ts";
import { html, type Html } from "../html.ts";
import { layout, tokenInput } from "./layout.ts";
import type { Visit } from "./visit.ts";

/** A confirmation before an action that cannot be undone. */
export interface Question {
  title: string;
  /** Path of the section in the navigation. */
  section: string;
  /** Description of the action's effect. */
  body: Html;
  /** Label of the confirming button. */
  label: string;
  /** Target path of the form. */
  action: string;
  /** Path of the page to return to on cancel. */
  cancel: string;
}

/** Renders a confirmation page. The script shows it as a dialog. */
export function questionPage(
  visit: Visit,
  { title, section, body, label, action, cancel }: Question,
): PreparedResponse {
  const form = html`<form method="post" action="${action}" data-question>
${body}
${tokenInput(visit)}
<p class="actions"><button type="submit" class="danger">${label}</button>
<a class="button" data-cancel href="${cancel}">Cancel</a></p>
</form>`;
  return pageResponse(layout(visit, { title, section, body: form }));
}
