import { postFields } from "../../content/mod.ts";
import { rowsOf } from "../../base/fields/field.ts";

/** Words of the forms for fields whose names in the API differ from them. */
const words: Readonly<Record<string, string>> = {
  author: "authors",
  custom: "custom fields",
  dailyRequestLimit: "requests a day",
  expiresIn: "expiry",
  html: "content",
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

/** Words for the fields of a post by their labels. Other forms have a name, too. */
const postWords = new Map(
  rowsOf(postFields).flatMap(([name, { label }]) =>
    label === undefined || name === "name" ? [] : [[name, label.toLowerCase()]],
  ),
);

/** Returns the words for a field of the API, as the forms name it: `inLanguage` is the language. */
export function fieldWords(name: string): string {
  const own = name.replace(/^custom\./, "");
  const spaced = own.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return own === name ? (words[name] ?? postWords.get(name) ?? spaced) : spaced;
}
