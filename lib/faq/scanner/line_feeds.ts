/** Normalizes line ends as the parser does first of all (WHATWG HTML, 13.2.3.5). */
export function withLineFeeds(html: string): string {
  return html.includes("\r") ? html.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : html;
}
