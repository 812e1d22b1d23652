import { html, type Html, type HtmlValue } from "../../base/text/html.ts";

/** Content of a card. */
export interface Card {
  title: string;
  body: HtmlValue;
  /** Link, button or views at the end of the heading's row. */
  beside?: Html | false;
  /** Target of links to the card. */
  id?: string;
  /** True if the body, such as a table or a list, reaches the edges of the card. */
  isFlush?: boolean;
}

/** Renders a part of a page as a card with a heading. */
export function card({ title, body, beside, id, isFlush = false }: Card): Html {
  const label =
    id === undefined ? html` aria-label="${title}"` : html` id="${id}" aria-labelledby="${id}-title"`;
  return html`<section class="card${isFlush && " flush"}"${label}>
<div class="card-head"><h2${id !== undefined && html` id="${id}-title"`}>${title}</h2>${beside}</div>
${body}
</section>`;
}
