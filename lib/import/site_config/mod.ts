/** Reads the configuration of the Jekyll or Hugo site that posts come from. */
export {
  type ConfigFile,
  readSiteConfig,
  SiteConfigError,
  type SiteConfigOptions,
  siteConfigPaths,
} from "./read_site_config.ts";
export { HugoSite } from "./hugo_site.ts";
export { JekyllSite } from "./jekyll_site.ts";
export { isListPage } from "./list_pages.ts";
export { ListedSite } from "./listed_site.ts";
export { relevantListPages } from "./relevant_list_pages.ts";
export type { Site } from "./site.ts";
