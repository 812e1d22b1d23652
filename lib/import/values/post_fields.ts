import { decodePercent } from "../../base/text/decode_percent.ts";
import { isPostSlug, type PostInput, toSlug } from "../../content/mod.ts";
import { canonicalLanguageTag } from "../../base/text/language_tag.ts";
import { htmlToText } from "../../faq/mod.ts";
import { toName, toNames } from "../../base/text/name.ts";
import { cutText } from "../../base/text/well_formed.ts";

const maxTags = 50;
const maxTagLength = 100;
const maxNameLength = 200;
const maxAuthors = 50;
const maxDescriptionLength = 5000;
/** Longest HTML of which the text of a field is read. */
const maxFieldHtml = 65_536;

/** Fields of a post. Fields that were not found are undefined. */
export type FoundFields = { [Field in keyof PostInput]?: PostInput[Field] | undefined };

/** Creates a post's input without undefined and empty fields. The validation of the post refuses an empty name. */
export function toPostInput(fields: FoundFields & { name: string }): PostInput {
  const found = Object.entries(fields).filter(
    ([field, value]) => field === "name" || (value !== undefined && value !== ""),
  );
  return Object.fromEntries(found) as unknown as PostInput;
}

/** Converts a foreign slug to a valid slug. Returns undefined if it has no usable characters. */
export function toPostSlug(found: string | undefined): string | undefined {
  const slug = decodePercent(found ?? "").normalize("NFC");
  if (isPostSlug(slug)) return slug;
  return toSlug(slug) || undefined;
}

/** Returns the slug by {@link toPostSlug}, or else a slug generated from the title. */
export function toSlugOrTitle(found: string | undefined, title: string | undefined): string | undefined {
  return toPostSlug(found) ?? (toSlug(title ?? "") || undefined);
}

/** Returns the first 50 distinct tags of at most 100 characters, or undefined if there are no tags. */
export function toTags(names: readonly string[]): string[] | undefined {
  const found = toNames(names)
    .filter((name) => name.length <= maxTagLength)
    .slice(0, maxTags);
  return found.length === 0 ? undefined : found;
}

/**
 * Returns one name as `author`, several as `authors`. Names are truncated to 200 characters, and repeated names are
 * removed.
 */
export function toByline(names: readonly (string | undefined)[]): Pick<FoundFields, "author" | "authors"> {
  const authors = toNames(names.map((name = "") => cutText(toName(name), maxNameLength))).slice(
    0,
    maxAuthors,
  );
  return authors.length > 1 ? { authors } : { author: authors[0] };
}

/** Returns the text of the HTML of a title or description. A longer text would hold the event loop, so only its first 65,536 characters are read. */
export function fieldText(html: string): string {
  const start = cutText(html, maxFieldHtml);
  const lastTag = start.lastIndexOf("<");
  const isInTag = start.length < html.length && lastTag > start.lastIndexOf(">");
  return htmlToText(isInTag ? start.slice(0, lastTag) : start);
}

/** Converts a description from HTML to text of at most 5,000 characters. */
export function toDescription(html: string | undefined): string | undefined {
  return cutText(fieldText(html ?? ""), maxDescriptionLength).trim() || undefined;
}

/** A locale of POSIX, such as `sr_RS.UTF-8@latin`: the language and region, a character set, and a modifier. */
const posixForm = /^([\w-]{2,100})(?:\.(?:utf-?8|iso[\w-]{1,20}))?(?:@(\w{1,20}))?$/i;
/** Modifiers of POSIX that are scripts. */
const scripts: Readonly<Record<string, string>> = {
  arabic: "Arab",
  cyrillic: "Cyrl",
  devanagari: "Deva",
  iqtelif: "Latn",
  latin: "Latn",
};
/** Forms of address and spellings in the locales of WordPress, such as `de_DE_formal`. They are not registered. */
const unregistered = /-(?:formal|informal|ao90)$/i;

/**
 * Returns the canonical form of a language tag. Also accepts `en_US`, locales of POSIX such as `sr_RS@latin`, and locales of
 * WordPress such as `de_DE_formal`. Returns undefined for an invalid tag.
 */
export function toLanguage(tag: unknown): string | undefined {
  const [, locale, modifier = ""] = typeof tag === "string" ? (posixForm.exec(tag.trim()) ?? []) : [];
  if (locale === undefined) return undefined;
  const plain = canonicalLanguageTag(locale.replaceAll("_", "-").replace(unregistered, ""));
  const script = scripts[modifier.toLowerCase()];
  if (plain === undefined || script === undefined) return plain;
  return new Intl.Locale(plain, { script }).toString();
}

/** Resolves an image URL against the site. Returns undefined if the result is not an absolute http or https URL. */
export function toImage(url: unknown, siteUrl: string): string | undefined {
  if (typeof url !== "string" || url.trim() === "") return undefined;
  const base = siteUrl === "" ? undefined : `${siteUrl}/`;
  if (!URL.canParse(url.trim(), base)) return undefined;
  const image = new URL(url.trim(), base);
  // An image takes no user and password.
  image.username = "";
  image.password = "";
  return image.protocol === "http:" || image.protocol === "https:" ? image.href : undefined;
}

/**
 * Returns a canonical address on another site. Undefined for other values: the canonical address of a page of the imported site is that of the post,
 * which can change with the import.
 */
export function toCanonicalUrl(url: unknown, siteUrl: string): string | undefined {
  const address = toImage(url, "");
  const isOwn =
    address !== undefined && URL.canParse(siteUrl) && new URL(address).host === new URL(siteUrl).host;
  return isOwn ? undefined : address;
}

/** Returns the last part of a URL's path, which most systems derive from the slug. */
export function lastSegment(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  return segments.at(-1)?.replace(/\.(?:html?|php)$/, "");
}
