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
