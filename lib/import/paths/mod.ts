/** Reads slug, date, language and old addresses from paths and addresses. */
export { oldAddresses } from "./old_addresses.ts";
export { dateOfPath, readPagePath } from "./page_path.ts";
export { addressEnd, pageSlug, type SlugSource } from "./page_slug.ts";
export type { LanguageSource } from "./path_language.ts";
