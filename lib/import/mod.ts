/**
 * Imports posts from Markdown, HTML, feeds, and WordPress and Ghost exports.
 *
 * @module
 */
export { readMarkdownPost } from "./read_markdown_post.ts";
export { FrontMatterError } from "./front_matter.ts";
export { MarkdownError } from "../markdown/mod.ts";
export { ImportError } from "./import_error.ts";
export {
  formatPlace,
  type ImportItem,
  type ImportNote,
  type ImportSource,
  type Place,
  type ReadOptions,
  type SkippedItem,
} from "./import_item.ts";
export { type ImportOptions, importPosts, type ImportReport, type ImportSummary } from "./import_posts.ts";
export type { LostQuestions } from "./lost_questions.ts";
export { markdownToPost, type MarkdownToPostOptions } from "./markdown_to_post.ts";
export { readFeed } from "./read_feed.ts";
export { readGhost } from "./read_ghost.ts";
export { readHtml } from "./read_html.ts";
export type { FileOptions } from "./file_options.ts";
export { readMarkdown } from "./read_markdown.ts";
export { readWordPress } from "./read_wordpress.ts";
