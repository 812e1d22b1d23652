/**
 * Writes posts for other systems.
 *
 * @module
 */
export { ExportedSite, type SiteFormatName } from "./exported_site.ts";
export { queryOf, type Redirect, toRedirectsFile, type WrittenMap } from "./redirects_file.ts";
export type { FilePart } from "./site_format.ts";
