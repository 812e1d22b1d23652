import { html, type Html } from "../../../base/text/html.ts";

/** Renders a part of a whole as a bar. The number stands beside it, so readers of the page's text skip the bar. */
export function shareBar(part: number, whole: number): Html {
  const percent = whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
  return html`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="share-all" width="100" height="6"/><rect class="s0" width="${percent}" height="6"/></svg>`;
}
