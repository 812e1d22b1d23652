import type { GeneratorName } from "./generators.ts";

/** Front matter, or a part of a configuration. */
export type Data = Readonly<Record<string, unknown>>;

/** A page of a site, for its address. */
export interface SitePage {
  /** Path of the file relative to the imported folder. */
  path: string;
  /** Front matter with the site's defaults. */
  data: Data;
  title: string;
  /** RFC 3339. Undefined if the page has no date. */
  date: string | undefined;
}

/** Names of authors by the keys that posts have. */
export type AuthorNames = ReadonlyMap<string, string>;

/** A note about a file of a site's configuration. */
export interface SiteNote {
  category: string;
  text: string;
  /** Path of the file from the root of the site. */
  path: string;
}

/** The part of a site's configuration that can be cloned. */
export interface SiteSummary {
  /** Undefined if it is unknown. */
  readonly generator: GeneratorName | undefined;
  /** Paths of the folders of content from the root of the site, the most specific first. */
  readonly contentFolders: readonly string[];
  /** Path before all addresses of the site, such as `/blog`, or an empty text. */
  readonly basePath: string;
  /** Language of pages without another sign of their language. */
  readonly defaultLanguage: string | undefined;
  /** Values of the configuration that are not used. Default: none. */
  notes?: readonly SiteNote[];
}

/** The configuration of a site, as far as it determines slugs, languages and addresses. Create it with `readSiteConfig`. */
export interface Site extends SiteSummary {
  /** The authors that the site lists. Default: the site has no list of authors. */
  authors?: AuthorNames;
  /** Values that pages show by their names. Default: none. */
  readonly params?: Data;
  /** True for a template and for the output of the site generator. They are no posts. */
  isExcluded(path: string): boolean;
  /** Returns the reason why the site leaves out a file of content, such as "is excluded", or undefined. */
  restrictionOf(path: string): string | undefined;
  /** Returns front matter with the defaults of the site for the file. */
  withDefaults(path: string, data: Data): Data;
  /** Returns the language that the configuration gives the file, or undefined if it gives none. */
  languageOf(path: string): string | undefined;
  /** Returns the page's address: an absolute URL, or a path if the configuration has no URL. Undefined if it is unknown. */
  addressOf(page: SitePage): string | undefined;
}
