import type { FileOptions } from "../file_options.ts";
import type { ImportItem } from "../import_item.ts";
import { readMedium } from "../medium/read_medium.ts";
import { readNotion } from "../notion/read_notion.ts";
import type { PostFile, SiteFiles } from "./post_file.ts";
import { readHtml } from "./read_html.ts";
import { readMarkdown } from "./read_markdown.ts";
import { readSiteConfig } from "../site_config/read_site_config.ts";
import type { Site } from "../site_config/site.ts";

const readers = { markdown: readMarkdown, html: readHtml, medium: readMedium, notion: readNotion };

/** The site of the last file. The files of one folder share a site, also when they are cloned for a thread. */
let last: { key: string; site: Site | undefined } | undefined;

/**
 * Reads all items of a file with one post. The time is proportional to its length. Read a file of more than
 * 16,384 characters in a thread, because it can hold the event loop for more than 250 ms.
 *
 * @throws {SiteConfigError} if a file of the site's configuration is malformed
 */
export function readPostFile({ format, text, file, options, siteFiles }: PostFile): ImportItem[] {
  const site = siteFiles && siteOf(siteFiles);
  const all: FileOptions = site === undefined ? options : { ...options, site };
  return [...readers[format](text, file, all)];
}

function siteOf(siteFiles: SiteFiles): Site | undefined {
  const key = JSON.stringify(siteFiles);
  if (last?.key === key) return last.site;
  const { files, ...options } = siteFiles;
  const site = readSiteConfig(files, options);
  last = { key, site };
  return site;
}
