import type { PreparedResponse } from "../exchange/mod.ts";
import { pageAnswer } from "./answers.ts";
import { html, type Html } from "../html.ts";
import { layout, tokenInput } from "./layout.ts";
import type { Visit } from "./visit.ts";

/** What is asked before something is done that cannot be undone. */
export interface Question {
  title: string;
  /** The section it belongs to, as its path. */
  section: string;
  /** What is about to happen. */
  body: Html;
  /** The button that does it. */
  label: string;
  /** Where the form goes that does it. */
  action: string;
  /** The page of whoever would rather not. */
  cancel: string;
}

/** A page that asks whether something is to be done; the script shows it as a dialog. */
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
  return pageAnswer(layout(visit, { title, section, body: form }));
}
