import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

/** Meaning of a message. `problem` is for faults and refused forms. */
export type MessageTone = "note" | "problem";

/**
 * Renders a message that stays at its place in the page.
 *
 * @param role `alert` or `status` if the message is the result of a form. Default: screen readers announce it as a part of the page.
 */
export function message(tone: MessageTone, body: HtmlValue, role?: "alert" | "status"): Html {
  const style = tone === "problem" ? "problem" : "notice";
  return html`<div class="${style}"${role !== undefined && html` role="${role}"`}>${body}</div>`;
}
