const SCRIPT_TAG = /<script[\t\n\f />]/i;

/**
 * Returns true if a script may hide the end tag after it, because it has `<script` in a comment (`<!--` to `-->`). That
 * `<script` needs its own end tag.
 *
 * Source: WHATWG HTML, 13.2.5.26 "Script data double escape start state".
 */
export function canHideEndTag(script: string): boolean {
  let open = script.indexOf("<!--");
  while (open !== -1) {
    // The dashes of `<!-->` start and also end the comment.
    const close = script.indexOf("-->", open + 2);
    const end = close === -1 ? script.length : close;
    if (SCRIPT_TAG.test(script.slice(open + 4, end))) return true;
    open = script.indexOf("<!--", end);
  }
  return false;
}

/**
 * Returns the index after a comment whose text, after `<!--`, begins at `start`. An unclosed comment ends with the input.
 *
 * Source: WHATWG HTML, 13.2.5.43 "Comment start state" to 13.2.5.52 "Comment end bang state".
 */
export function findCommentEnd(html: string, start: number): number {
  if (html.startsWith(">", start)) return start + 1;
  if (html.startsWith("->", start)) return start + 2;
  let at = html.indexOf("--", start);
  while (at !== -1) {
    const next = html.charCodeAt(at + 2);
    if (next === 0x3e) return at + 3;
    if (next === 0x21 && html.charCodeAt(at + 3) === 0x3e) return at + 4;
    at = html.indexOf("--", at + 1);
  }
  return html.length;
}

/** Returns the index after a comment, doctype or other declaration that ends at the first `>`. */
export function findDeclarationEnd(html: string, start: number): number {
  const end = html.indexOf(">", start);
  return end === -1 ? html.length : end + 1;
}
