/**
 * Reading other systems' content. Imports posts from Markdown, HTML, feeds, and exports of WordPress, Ghost, Medium, Substack, Blogger and Notion.
 *
 * @module
 */
export { markdownToPost, type MarkdownToPostOptions, readMarkdownPost } from "./files/markdown_to_post.ts";
export { FrontMatterError } from "./front_matter/front_matter.ts";
export { rstFrontMatter } from "./front_matter/read_headers.ts";
export { MarkdownError } from "./markdown/mod.ts";
export { ImportError } from "./import_error.ts";
export {
  formatPlace,
  type ImportedPost,
  type ImportItem,
  type ImportNote,
  type ImportSource,
  type Place,
  type ReadOptions,
  type SkippedItem,
} from "./import_item.ts";
export type { CategoryCount } from "./run/category_counts.ts";
export { countItems, type ImportCounts, noCounts } from "./run/import_counts.ts";
export type { ImportSettings } from "./run/import_settings.ts";
export { type ImportOptions, importPosts } from "./run/import_posts.ts";
export type { ImportReport } from "./run/import_report.ts";
export type { ImportSummary } from "./run/import_summary.ts";
export type { AnswerFaults, LostQuestions } from "./run/lost_questions.ts";
export { readBlogger } from "./feeds/read_blogger.ts";
export { linkTranslations, type LinkTranslationsOptions, type ReadItems } from "./run/link_translations.ts";
export { PageLinks, type PageLinksOptions } from "./links/page_links.ts";
export { SlugPlan } from "./run/slug_plan.ts";
export { readFeed } from "./feeds/read_feed.ts";
export { readGhost } from "./ghost/read_ghost.ts";
export { readHtml } from "./files/read_html.ts";
export { type FileOptions, languageSources, slugSources } from "./file_options.ts";
export type { SlugSource } from "./paths/page_slug.ts";
export type { LanguageSource } from "./paths/path_language.ts";
export { isMediaFile } from "./media/media_attributes.ts";
export { type PostMedia, type RewrittenMedia, rewriteMedia } from "./media/rewrite_media.ts";
export { readMedium } from "./medium/read_medium.ts";
export { readNotion } from "./notion/read_notion.ts";
export { readMarkdown } from "./files/read_markdown.ts";
export { type CheckedSiteFiles, checkSiteFiles } from "./files/check_site_files.ts";
export { authorListPaths } from "./site_config/author_names.ts";
export { isDataFile } from "./site_config/directory_data.ts";
export { isListPage } from "./site_config/list_pages.ts";
export {
  type ConfigFile,
  type SiteConfigOptions,
  isVersionList,
  readSiteConfig,
  siteConfigPaths,
} from "./site_config/read_site_config.ts";
export {
  type Generator,
  type GeneratorName,
  generatorNames,
  generatorOf,
  generators,
} from "./site_config/generators.ts";
export { generatorNotes } from "./site_config/generator_notes.ts";
export { type IncludeOptions, withIncludes } from "./includes/with_includes.ts";
export { relevantListPages } from "./site_config/relevant_list_pages.ts";
export type { Site } from "./site_config/site.ts";
export { type PostFile, postFileFormats, type SiteFiles } from "./files/post_file.ts";
export { readPostFile } from "./files/read_post_file.ts";
export { type PostFiles, readPostFiles, readPostFilesInSteps } from "./files/read_post_files.ts";
export { type SubstackContentOf, readSubstack } from "./substack/read_substack.ts";
export { readWordPress } from "./wordpress/read_wordpress.ts";
export { SiteConfigError } from "./site_config/site_config_error.ts";
