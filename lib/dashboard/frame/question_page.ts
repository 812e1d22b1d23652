import { dialog, submitButton } from "../design/components.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { html, type Html } from "../../base/text/html.ts";
import { tokenInput, showPage } from "./layout.ts";
import type { Visit } from "../visit.ts";

/** A confirmation before an action that cannot be undone. */
export interface Question {
  title: string;
  /** Path of the section in the navigation. */
  section: string;
  /** Description of the action's effect. */
  body: Html;
  /** Label of the confirming button, or several buttons. */
  label: string | Html;
  /** Target path of the form. */
  action: string;
  /** Path of the page to return to on cancel. */
  cancel: string;
}

/** Renders a confirmation page. The script shows it as a dialog. */
export async function questionPage(
  visit: Visit,
  { title, section, body, label, action, cancel }: Question,
): Promise<PreparedResponse> {
  const form = dialog({
    action: action,
    body: html`${tokenInput(visit)}
${body}`,
    confirm: typeof label === "string" ? submitButton(label, { tone: "danger" }) : label,
    cancel: cancel,
  });
  return showPage(visit, { title, section, body: form });
}
