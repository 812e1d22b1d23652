import { html, type Html } from "../../base/text/html.ts";
import { icon } from "./icon.ts";

/** Renders the actions of a row behind a button. Opens without a script. */
export function menu(label: string, items: Html): Html {
  return html`<details class="menu" name="row-menu"><summary>${icon("ellipsis")}<span class="hidden">${label}</span></summary>
<div>${items}</div></details>`;
}
