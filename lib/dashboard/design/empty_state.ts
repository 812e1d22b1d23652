import { html, type Html, type HtmlValue } from "../../base/text/html.ts";
import { icon, type IconName } from "./icon.ts";

/** Renders the place of a list without entries: a sentence, and the next step. */
export function emptyState(name: IconName, text: HtmlValue, action?: Html | false): Html {
  return html`<div class="empty">${icon(name)}
<p>${text}</p>
${action}</div>`;
}
