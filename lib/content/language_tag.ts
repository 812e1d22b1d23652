/** The canonical form of a BCP 47 language tag (`en-us` becomes `en-US`), or undefined when it is not one. */
export function canonicalLanguageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
