import { html, type Html } from "../../base/text/html.ts";

/** A view of a list. */
export interface Tab {
  label: string;
  href: string;
  isCurrent: boolean;
  /** Number of entries in the view. */
  count?: string;
}

/** Renders the views of a list as links, which work without a script. */
export function tabs(label: string, views: readonly Tab[]): Html {
  return html`<nav aria-label="${label}"><ul class="tabs">
${views.map(
  ({ label: name, href, isCurrent, count }) =>
    html`<li><a href="${href}"${isCurrent && html` aria-current="true"`}>${name}${count !== undefined && ` ${count}`}</a></li>\n`,
)}</ul></nav>`;
}
