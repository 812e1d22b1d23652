import type { CustomField } from "../content/mod.ts";
import type { SlugSource } from "./paths/page_slug.ts";
import type { LanguageSource } from "./paths/path_language.ts";
import type { Site } from "./site_config/site.ts";

/** Sources of slugs, the default first. */
export const slugSources: readonly SlugSource[] = ["name", "path", "title"];

/** Places of languages. */
export const languageSources: readonly LanguageSource[] = ["front-matter", "folder", "suffix"];

/** Options of the readers of single files. */
export interface FileOptions {
  /** The file's path relative to the imported folder, separated by `/`. It can contain date, slug and language. */
  path: string;
  /** Absolute URL of the organization's site. Relative image URLs are resolved against it. */
  siteUrl: string;
  /** Current time in milliseconds since the epoch. Hugo's `expiryDate` is compared with it. */
  now: number;
  /**
   * Source of a slug that the front matter does not name: `name` is the name of the file or the last part of its permalink,
   * `path` joins all parts with `-`, and `title` is the title. Default: `name`.
   */
  slugFrom?: SlugSource;
  /** Only place of the language. Default: the front matter, else the suffix of the file's name, else a folder. */
  languageFrom?: LanguageSource;
  /** The site's configuration, by `readSiteConfig`. It gives slugs, languages and old addresses. Default: unknown. */
  site?: Site;
  /** Jekyll's `permalink` in `_config.yml`, such as `/:year/:title/`. Default: the slug is the name of the file. */
  permalink?: string;
  /** Fields of the organization's posts, whose values front matter can have. Default: none. */
  postFields?: readonly CustomField[];
  /**
   * True if the links to other files are replaced later. Then references such as `{% link a.md %}` and `[[Name]]` become addresses that begin
   * with `page:`. Default: false.
   */
  linksLater?: boolean;
  /** Names of the columns of the Notion database that has the page. Default: detected in the page. */
  columns?: readonly string[];
  /** False if the post's content is not needed, as in a first pass over all files. Default: true. */
  content?: boolean;
}
