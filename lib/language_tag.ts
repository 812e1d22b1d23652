/**
 * JSON Schema pattern of BCP 47 language tags: language, script, region, variants, extensions and private use. Repeated variants and
 * malformed extensions match the pattern, but are rejected.
 */
export const languageTagPattern: string = [
  "^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?",
  "(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*",
  "(?:-[0-9A-WYZa-wyz](?:-[A-Za-z0-9]{2,8})+)*(?:-[xX](?:-[A-Za-z0-9]{1,8})+)?$",
].join("");

/** Maximum length of a language tag in a request. */
export const longestLanguageTag = 100;

/** Returns the canonical form of a BCP 47 language tag (`en-us` becomes `en-US`), or undefined if it is invalid. */
export function canonicalLanguageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a language tag matches a language range by basic filtering (RFC 4647, section 3.3.1): `en` matches `en` and `en-GB`.
 * Case is ignored.
 */
export function isInLanguage(tag: string, range: string): boolean {
  const lower = tag.toLowerCase();
  const wanted = range.toLowerCase();
  return lower === wanted || lower.startsWith(`${wanted}-`);
}
