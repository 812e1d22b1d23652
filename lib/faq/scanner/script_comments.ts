const SCRIPT_TAG = /<script[\t\n\f />]/i;

/**
 * Whether the source of a script may hide the end tag that follows it: it has `<script` in a comment (`<!--` to `-->`).
 * Such a `<script` needs an end tag of its own.
 *
 * Source: WHATWG HTML, 13.2.5.26 "Script data double escape start state".
 */
export function mayHideEndTag(script: string): boolean {
  let open = script.indexOf("<!--");
  while (open !== -1) {
    // The dashes of `<!-->` both start and end the comment.
    const close = script.indexOf("-->", open + 2);
    const end = close === -1 ? script.length : close;
    if (SCRIPT_TAG.test(script.slice(open + 4, end))) return true;
    open = script.indexOf("<!--", end);
  }
  return false;
}
