import type { FileOptions } from "../file_options.ts";
import type { ConfigFile, SiteConfigOptions } from "../site_config/read_site_config.ts";

/** Formats of files with one post. */
export const postFileFormats = ["markdown", "html", "medium", "notion"] as const;

/** The files of a site's configuration. */
export interface SiteFiles extends SiteConfigOptions {
  files: readonly ConfigFile[];
}

/** A file with one post. It can be cloned. */
export interface PostFile {
  format: (typeof postFileFormats)[number];
  text: string;
  /** The file's name for messages. */
  file: string;
  options: Omit<FileOptions, "site">;
  /** Configuration of the site, which gives slugs, languages and old addresses. Default: unknown. */
  siteFiles?: SiteFiles;
}
