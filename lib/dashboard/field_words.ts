/** Words of the forms for fields whose names in the API differ from them. */
const words: Readonly<Record<string, string>> = {
  articleSection: "section",
  author: "authors",
  dailyRequestLimit: "requests a day",
  expiresIn: "expiry",
  html: "content",
  image: "picture",
  inLanguage: "language",
  isAccessibleForFree: "access for free",
  languages: "language",
  logoUrl: "logo",
  markdown: "content",
  perDay: "requests a day",
  publishedAt: "time of publication",
  rateLimit: "requests a day",
  siteUrl: "site URL",
  url: "URL",
};

/** Returns the words for a field of the API, as the forms name it: `inLanguage` is the language. */
export function fieldWords(name: string): string {
  return words[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
