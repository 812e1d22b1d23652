import * as v from "valibot";
import {
  canonicalLanguageTag,
  languageTagPattern,
  longestLanguageTag,
} from "../../base/text/language_tag.ts";
import { refuseArrays } from "../../base/input/validate.ts";
import { isPostSlug, slugPattern } from "./slug.ts";
import { fallbackTag } from "./translations.ts";
import { isWebUrl, webUrlPattern } from "./web_url.ts";

/** Maximum number of languages of a post. */
const mostTranslations = 100;
/** Maximum length of the slug or URL of a translation. */
const longestPage = 4096;

const language = v.pipe(
  v.string(),
  v.maxLength(longestLanguageTag, `must have at most ${longestLanguageTag} characters in its name`),
  v.check(
    (tag) => canonicalTag(tag) !== undefined,
    "must have a BCP 47 language tag such as en-US, or x-default, as its name",
  ),
);
const page = v.pipe(
  v.string("must be a string"),
  v.metadata({ pattern: `${slugPattern}|${webUrlPattern}` }),
  v.maxLength(longestPage, `must be at most ${longestPage} characters`),
  v.check(
    (text) => isPostSlug(text) || isWebUrl(text),
    "must be the slug of a post or an absolute http or https URL without user and password",
  ),
);

/** Validates the translations of a post, and makes the language tags canonical. */
export const translations: v.GenericSchema<unknown, Readonly<Record<string, string>>> = v.pipe(
  refuseArrays(v.record(language, page, "must be an object of slugs or URLs by language tag")),
  v.metadata({
    propertyNames: { pattern: `${languageTagPattern}|^[Xx]-[Dd][Ee][Ff][Aa][Uu][Ll][Tt]$` },
  }),
  v.maxEntries(mostTranslations, `must have at most ${mostTranslations} languages`),
  v.check(
    (pages) => new Set(Object.keys(pages).map(canonicalTag)).size === Object.keys(pages).length,
    "must name each language once",
  ),
  v.transform((pages) =>
    Object.fromEntries(Object.entries(pages).map(([tag, text]) => [canonicalTag(tag) ?? tag, text])),
  ),
);

function canonicalTag(tag: string): string | undefined {
  return tag.toLowerCase() === fallbackTag ? fallbackTag : canonicalLanguageTag(tag);
}
