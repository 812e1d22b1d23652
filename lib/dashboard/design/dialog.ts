import { html, type Html } from "../../base/text/html.ts";
import { linkButton } from "./button.ts";

/** A question that a form answers. */
export interface Dialog {
  /** Path that receives the form. */
  action: string;
  /** The effect of the action and the fields, with the form token. */
  body: Html;
  /** Button that confirms. */
  confirm: Html;
  /** Path of the page to return to on cancel. */
  cancel: string;
}

/**
 * Renders a question as a form on its own page. A button with `isDialog` leads to the page. The script shows the form, with the title of its
 * page, as a modal dialog instead.
 */
export function dialog({ action, body, confirm, cancel }: Dialog): Html {
  return html`<form method="post" action="${action}" data-question>
${body}
<p class="actions">${confirm}
${linkButton("Cancel", cancel, { attributes: html` data-cancel` })}</p>
</form>`;
}
