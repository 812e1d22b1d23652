/** Elements that WordPress does not put into paragraphs. */
const names = (
  "table thead tfoot caption col colgroup tbody tr td th div dl dd dt ul ol li pre form map area blockquote address " +
  "math style p h1 h2 h3 h4 h5 h6 hr fieldset legend section article aside hgroup header footer nav figure figcaption " +
  "details menu summary"
).split(" ");

/** Names of elements before and after which a paragraph ends. */
export const blockNames: ReadonlySet<string> = new Set(names);

const beginsLikeBlock = new RegExp(`^(?:${names.join("|")})`);
const beginsWithoutBreak = /^(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)/;

/**
 * Returns true for elements that need no paragraph around them. WordPress compares only the beginning of the name, so
 * `picture` is such an element, because of `p`.
 */
export function isBlockLike(name: string): boolean {
  return beginsLikeBlock.test(name);
}

/** Returns true for elements before whose tags WordPress removes a line break. */
export function removesBreakBefore(name: string): boolean {
  return beginsWithoutBreak.test(name);
}
