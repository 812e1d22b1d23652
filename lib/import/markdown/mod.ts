/**
 * Renders the Markdown of imports and of the editor as HTML.
 *
 * @module
 */
export { detectDialect, type DialectSigns } from "./detect_dialect.ts";
export { headingId } from "./rules/heading_ids.ts";
export { footnotesHeading } from "./rules/footnotes.ts";
export type { MarkdownDialect } from "../../content/mod.ts";
export { withoutKramdownComments } from "./rules/kramdown.ts";
export { MarkdownError } from "./markdown_error.ts";
export { type MarkdownNote, restrictedPart } from "./markdown_notes.ts";
export { expandHtml, type RenderedMarkdown, renderMarkdown } from "./render_markdown.ts";
export {
  codeRangesOf,
  fencedCode,
  parseShortcode,
  RangeCursor,
  replaceOutsideOfCode,
  slugInPath,
} from "./templates/mod.ts";
