import type { SiteFiles } from "./post_file.ts";
import { readSiteConfig } from "../site_config/read_site_config.ts";
import type { SiteSummary } from "../site_config/site.ts";
import { SiteConfigError } from "../site_config/site_config_error.ts";

/** Result of {@link checkSiteFiles}: the site if a known generator reads the files, or the reason why they cannot be read. */
export type CheckedSiteFiles = { site: SiteSummary | undefined } | { refused: string; path: string };

/** Checks the files of a site's configuration. The result can be cloned. */
export function checkSiteFiles({ files, ...options }: SiteFiles): CheckedSiteFiles {
  try {
    const site = readSiteConfig(files, options);
    if (site === undefined) return { site };
    const { generator, contentFolders, basePath, defaultLanguage, notes = [] } = site;
    return { site: { generator, contentFolders, basePath, defaultLanguage, notes } };
  } catch (error) {
    if (!(error instanceof SiteConfigError)) throw error;
    return { refused: error.message, path: error.path };
  }
}
