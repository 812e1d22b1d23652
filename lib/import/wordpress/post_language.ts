import { detachedText } from "../values/detached_text.ts";
import { childrenOf, childText, type XmlElement } from "../markup/xml_records.ts";
import { metaOf } from "./meta_of.ts";

/** The language of a post by a plugin, and the text that its translations share. */
export interface PostLanguage {
  language: string | undefined;
  translationKey: string | undefined;
}

/** Taxonomies of Polylang. */
const [languages, translations] = ["language", "post_translations"];
/** Custom fields of WPML's import and export, and of Bogo. */
const languageFields = ["_wpml_import_language_code", "_locale"];
const translationFields = ["_wpml_import_translation_group", "_original_post"];

/** Returns the locale of a language of Polylang by its slug, such as `fr_CA` of `quebec`. */
export function localeOf(term: XmlElement): [slug: string, locale: string] | undefined {
  if (childText(term, "wp:term_taxonomy") !== languages) return undefined;
  const slug = childText(term, "wp:term_slug") ?? "";
  const [, locale] =
    /"locale";s:\d{1,3}:"([^"]{1,100})"/.exec(childText(term, "wp:term_description") ?? "") ?? [];
  return locale === undefined ? undefined : [detachedText(slug), detachedText(locale)];
}

/** Returns the language that Polylang, WPML or Bogo gives a post. */
export function languageOf(record: XmlElement, locales: ReadonlyMap<string, string>): PostLanguage {
  const termOf = (domain: string | undefined): string | undefined =>
    childrenOf(record, "category").find(({ attributes }) => attributes["domain"] === domain)?.attributes[
      "nicename"
    ];
  const fieldOf = (names: readonly string[]): string | undefined =>
    names.map((name) => metaOf(record, name)).find((value) => value !== undefined);
  const slug = termOf(languages);
  return {
    language: slug === undefined ? fieldOf(languageFields) : (locales.get(slug) ?? slug),
    translationKey: termOf(translations) ?? fieldOf(translationFields),
  };
}
