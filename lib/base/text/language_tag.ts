/**
 * JSON Schema pattern of BCP 47 language tags: language, extended language, script, region, variants, extensions and private use, or a
 * grandfathered tag. Repeated variants, malformed extensions and unregistered grandfathered tags match the pattern, but are rejected.
 */
export const languageTagPattern: string = [
  "^(?:(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,2}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?",
  "(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*",
  "(?:-[0-9A-WYZa-wyz](?:-[A-Za-z0-9]{2,8})+)*(?:-[xX](?:-[A-Za-z0-9]{1,8})+)?",
  "|[A-Za-z]{2,3}-[A-Za-z]{2}-[A-Za-z]{2,3}|[Ii]-[A-Za-z]{3,8}|[Xx](?:-[A-Za-z0-9]{1,8})+)$",
].join("");

/** Other grandfathered tags of RFC 5646 that `Intl` rejects, with their forms by Unicode (UTS 35, annex C). */
const grandfathered: Readonly<Record<string, string>> = {
  "en-gb-oed": "en-GB-oxendict",
  "i-default": "en-x-i-default",
  "i-enochian": "und-x-i-enochian",
  "i-klingon": "tlh",
  "i-lux": "lb",
  "i-mingo": "see-x-i-mingo",
  "i-navajo": "nv",
  "no-bok": "nb",
  "no-nyn": "nn",
  "sgn-be-fr": "sfb",
  "sgn-be-nl": "vgt",
  "sgn-ch-de": "sgg",
  "zh-min": "nan-x-zh-min",
  "zh-min-nan": "nan",
};

/** A language with an extended language, which is canonical alone (RFC 5646, section 4.5). Only these languages have any. */
const extendedForm = /^(?:ar|kok|lv|ms|sgn|sw|uz|zh)-([a-z]{3})(?=-|$)/i;

/** Grandfathered tags whose code became a language. */
const registeredForm = /^i-(ami|bnn|hak|pwn|tao|tay|tsu)$/i;

/** Maximum length of a language tag in a request. */
export const longestLanguageTag = 100;

/**
 * Returns the canonical form of a BCP 47 language tag by Unicode: `en-us` becomes `en-US`, and `zh-yue` becomes `yue`. Returns undefined if the
 * tag is invalid.
 */
export function canonicalLanguageTag(tag: string): string | undefined {
  const lower = tag.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const current = Object.hasOwn(grandfathered, lower) ? grandfathered[lower] : undefined;
  try {
    const modern =
      current ?? tag.replace(extendedForm, "$1").replace(registeredForm, "$1").replace(/^x-/i, "und-x-");
    return Intl.getCanonicalLocales(modern)[0];
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
