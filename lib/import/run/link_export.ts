import { given } from "../../base/given.ts";
import type { ImportItem } from "../import_item.ts";
import { PageLinks, type PageLinksOptions } from "../links/page_links.ts";
import { linkTranslations, type ReadItems } from "./link_translations.ts";

/** Options of {@link linkExport}. */
export interface LinkExportOptions {
  /** The organization's addresses. Default: links stay as they are. */
  links?: Omit<PageLinksOptions, "site" | "folder" | "name" | "exportUrl"> | undefined;
  /** Absolute URL of the old site. */
  exportUrl: string;
  /** Language of posts without a language. Default: such posts are no translations. */
  language?: string | undefined;
}

/** Reads an export, whose links between posts become the addresses of the posts. */
export function linkExport(
  read: ReadItems,
  { links, exportUrl, language }: LinkExportOptions,
): AsyncGenerator<ImportItem> {
  const pages = links && new PageLinks({ ...links, exportUrl });
  return linkTranslations(read, given({ language, links: pages }));
}
