import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

/** Feedback after an action. */
export interface Toast {
  /** The result in one or two sentences. */
  text: HtmlValue;
  /** Form or link that reverts or continues the action. The toast then stays until it is closed. */
  action?: Html | false;
}

/**
 * Renders the feedback after an action that succeeded. The script announces the text once and adds a button that closes the toast. It hides the
 * toast after 10 seconds, except while the toast has the pointer or the focus, or if it has an action. Without a script the toast is a message in
 * the page.
 *
 * Failures, and results with a next step, are a `message` in the page instead: people compare them with the form, and return to them.
 */
export function toast({ text, action }: Toast): Html {
  return html`<div class="toast"><p role="status">${text}</p>${action}</div>`;
}
