/**
 * The block elements of rule 2: elements that the WHATWG style sheet (HTML, "Rendering", 15.3) displays as block, list
 * item or table part. Table cells are included, so the words of adjacent cells stay apart.
 */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav " +
    "ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp"
  ).split(" "),
);

/** The headings that end an answer. */
export const HEADINGS: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6".split(" "));

/** The headings that may be a question. */
export const QUESTION_HEADINGS: ReadonlySet<string> = new Set("h2 h3".split(" "));

/** Elements of `ruby` that annotate its text: the pronunciation, and the parentheses around it. */
export const RUBY_ANNOTATIONS: ReadonlySet<string> = new Set("rp rt rtc".split(" "));

/** Elements that are not rendered, in any namespace: SVG also has `script` and `style`. */
export const UNRENDERED_ELEMENTS: ReadonlySet<string> = new Set("script style template".split(" "));

/** Elements whose text no reader sees. The text of those that are rendered is for browsers that do not support them. */
export const TEXTLESS_ELEMENTS: ReadonlySet<string> = new Set([
  ...UNRENDERED_ELEMENTS,
  ..."audio canvas datalist iframe meter noembed noframes object progress video".split(" "),
]);

/** Elements of SVG that describe a picture, and are not rendered. */
export const SVG_DESCRIPTIONS: ReadonlySet<string> = new Set("desc title".split(" "));
