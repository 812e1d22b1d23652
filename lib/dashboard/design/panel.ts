import { html, type Html, type HtmlValue } from "../../html.ts";

/** Renders a card with a heading, and at most one link beside it. */
export function panel(title: string, body: HtmlValue, link?: Html | false): Html {
  return html`<section class="panel card" aria-label="${title}">
<div class="panel-head"><h2>${title}</h2>${link}</div>
${body}
</section>`;
}
