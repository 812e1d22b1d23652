/**
 * Reading other systems' content. Imports posts from Markdown, HTML, feeds, and exports of WordPress, Ghost, Medium, Substack, Blogger and Notion.
 *
 * @module
 */
export { markdownToPost, type MarkdownToPostOptions } from "./files/markdown_to_post.ts";
export { readHtml } from "./files/read_html.ts";
export { readMarkdown } from "./files/read_markdown.ts";
export { readMedium } from "./medium/read_medium.ts";
export { readNotion } from "./notion/read_notion.ts";
export { readBlogger } from "./feeds/read_blogger.ts";
export { readFeed } from "./feeds/read_feed.ts";
export { readGhost } from "./ghost/read_ghost.ts";
export { readSubstack, type SubstackContentOf } from "./substack/read_substack.ts";
export { readWordPress } from "./wordpress/read_wordpress.ts";
export type { FileOptions } from "./file_options.ts";
export type { LanguageSource } from "./paths/path_language.ts";
export type { SlugSource } from "./paths/page_slug.ts";
export type { Site } from "./site_config/site.ts";
export type {
  ImportedPost,
  ImportItem,
  ImportNote,
  ImportSource,
  Place,
  ReadOptions,
  SkippedItem,
} from "./import_item.ts";
export { FrontMatterError } from "./front_matter/front_matter.ts";
export { ImportError } from "./import_error.ts";
export { MarkdownError } from "./markdown/mod.ts";
export type { CategoryCount } from "./run/category_counts.ts";
export type { ImportCounts } from "./run/import_counts.ts";
export { type ImportOptions, importPosts } from "./run/import_posts.ts";
export type { ImportReport } from "./run/import_report.ts";
export type { ImportSettings } from "./run/import_settings.ts";
export type { ImportSummary } from "./run/import_summary.ts";
export type { AnswerFaults, LostQuestions } from "./run/lost_questions.ts";
