import { html, type Html } from "../../base/text/html.ts";
import { numberOf } from "../format/format.ts";
import { linkButton } from "./button.ts";
import { icon } from "./icon.ts";

/** The place of a page in its list. */
export interface Paging {
  /** Description of the shown entries, such as "1 to 25 of 200". */
  shown: string;
  previous?: string | undefined;
  next?: string | undefined;
}

/** Returns the numbers of the entries on a page, such as `26–50`. */
export function rangeOf(before: number, shown: number): string {
  const last = numberOf(before + shown);
  return shown < 2 ? last : `${numberOf(before + 1)}–${last}`;
}

/** Renders links to the neighboring pages of a list. Nothing but the description if the list has a single page. */
export function paging({ shown, previous, next }: Paging): Html {
  return html`<nav class="paging" aria-label="Pages"><span>${shown}</span>
${previous !== undefined && linkButton("Previous", previous, { icon: "chevron-left", attributes: html` rel="prev"` })}
${next !== undefined && linkButton(html`Next${icon("chevron-right")}`, next, { attributes: html` rel="next"` })}
</nav>`;
}
