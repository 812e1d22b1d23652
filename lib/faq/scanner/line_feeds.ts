/** Normalizes line endings, which is the parser's first step (WHATWG HTML, 13.2.3.5). */
export function withLineFeeds(html: string): string {
  return html.includes("\r") ? html.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : html;
}
