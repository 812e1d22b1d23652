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
export type { Site } from "./site.ts";
