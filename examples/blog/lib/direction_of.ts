const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/** Returns the direction in which a language is written. */
export function directionOf(language: string): "ltr" | "rtl" {
  return rightToLeft.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
}
