import { isMapping } from "../../site_config/config_values.ts";
import { postFields, type PostStatus, postStatuses } from "../../../content/mod.ts";
import { rowsOf } from "../../../base/fields/field.ts";
import type { KindName } from "../../../base/fields/kind.ts";
import { FrontMatterError, withLowerCaseNames } from "../front_matter.ts";
import { describeValue, unknownLanguage } from "../../values/audience.ts";
import { toInstant } from "../../values/to_instant.ts";
import {
  type FoundFields,
  toByline,
  toCanonicalUrl,
  toImage,
  toLanguage,
  toPostSlug,
  toTags,
} from "../../values/post_fields.ts";
import { addressEnd } from "../../paths/page_slug.ts";
import { isClosedWord, isOff, isOn, isOpen, isSet } from "./front_matter_audience.ts";
import { textValue } from "../text_value.ts";
import type { AuthorNames } from "../../site_config/site.ts";

type Data = Readonly<Record<string, unknown>>;

/** Names of Eleventy's built-in collections, which it writes as tags. */
const collections: ReadonlySet<string> = new Set(["post", "posts", "all"]);
/** Keywords for dates that Eleventy determines itself. */
const dateKeywords = /^(?:git )?(?:created|last modified)$/i;

/** Reads a value of front matter by its names, of which the first with a value is used. */
type Reader = (data: Data, names: readonly string[], field: string, timeOf: TimeOf) => unknown;

/** Reads the time that a name has in front matter. `field` is the post's field. */
type TimeOf = (value: unknown, name: string, field: string) => string | undefined;

const readText: Reader = (data, names) => textValue(firstOf(data, names));

/** Readers of the fields without a rule of their own, by kind. */
const readers: Readonly<Partial<Record<KindName, Reader>>> = {
  text: readText,
  prose: readText,
  markdown: readText,
  url: readText,
  texts: (data, names) => {
    const found = firstOf(data, names);
    // Texts contain spaces and commas, so a text is one item.
    const texts = listOf(typeof found === "string" ? [found] : found);
    return texts.length === 0 ? undefined : texts;
  },
  boolean: (data, names) => booleanOf(firstOf(data, names)),
  language: (data, names) => toLanguage(firstOf(data, names)),
  instant: (...given) => dateOf(...given),
};

/** Names of the post's own fields in front matter, in lower case. */
export const builtInNames: ReadonlySet<string> = new Set(
  rowsOf(postFields).flatMap(([, { frontMatter = [] }]) => lowerCase(frontMatter)),
);

/** The fields with a reader, without those that {@link frontMatterFields} reads by a rule of its own. */
const readFields = rowsOf(postFields).flatMap(([field, { kind, on, frontMatter }]) => {
  const read = readers[kind.name];
  if (read === undefined || on["input"] === undefined || frontMatter === undefined) return [];
  return [{ field, read, names: lowerCase(frontMatter) }];
});

const namesOf = (field: "canonicalUrl" | "image" | "inLanguage" | "tags"): string[] =>
  lowerCase(postFields[field].frontMatter ?? []);

/**
 * Reads a post's fields from the front matter of its file. Knows the names that Jekyll, Hugo, Zola, Astro, Eleventy and
 * Postern use. Ignores all other names.
 *
 * @param data front matter by {@link withLowerCaseNames}
 * @param timeOf also decides what follows if a time cannot be read. Default: {@link requireTime}
 * @param authors the names of the authors that the site lists. Default: posts have the names themselves
 */
export function frontMatterFields(
  data: Data,
  {
    siteUrl,
    timeOf = requireTime,
    authors: listed,
  }: { siteUrl: string; timeOf?: TimeOf; authors?: AuthorNames | undefined },
): FoundFields {
  const taxonomies = isMapping(data["taxonomies"]) ? data["taxonomies"] : {};
  const categories = listOf(data["categories"] ?? data["category"] ?? taxonomies["categories"]);
  const tags = listOf(firstOf(data, namesOf("tags")) ?? taxonomies["tags"]).filter(
    (tag) => !collections.has(tag),
  );
  const found: FoundFields = Object.fromEntries(
    readFields.map(({ field, read, names }) => [field, read(data, names, field, timeOf)]),
  );
  return {
    ...found,
    slug: toPostSlug(textValue(data["slug"]) ?? addressEnd(textValue(data["permalink"] ?? data["url"]))),
    description: found.description?.slice(0, 5000),
    image: imageOf(data, siteUrl),
    canonicalUrl: toCanonicalUrl(firstOf(data, namesOf("canonicalUrl")), siteUrl),
    author: undefined,
    authors: undefined,
    ...toByline(authorTexts(data).map(({ name, key = "" }) => name ?? listed?.get(key) ?? key)),
    tags: toTags([...categories.slice(1), ...tags]),
    articleSection: found.articleSection ?? categories[0],
    translations: translationsOf(data["translations"]),
    status: statusOf(data),
  };
}

function lowerCase(names: readonly string[]): string[] {
  return names.map((name) => name.toLowerCase());
}

function firstOf(data: Data, names: readonly string[]): unknown {
  const name = names.find((candidate) => (data[candidate] ?? undefined) !== undefined);
  return name === undefined ? undefined : data[name];
}

/** Returns the status in front matter, or undefined if it has none. */
export function statusOf(data: Data): PostStatus | undefined {
  // Without a value, `published` is false in Jekyll and Hugo.
  const isUnpublished = isOff(data["published"]) || data["published"] === null;
  const isDraft = isSet(data["draft"]) || isSet(data["isdraft"]) || isUnpublished;
  const { status } = data;
  const word = textValue(status)?.toLowerCase();
  // An archived post is a draft in the words of other generators.
  if (isDraft) return word === "archived" ? word : "draft";
  if (!isSet(status)) return undefined;
  // An unknown status can keep a page from its readers.
  return statusOfWord.get(word) ?? (word !== undefined && isOpen(word) ? "published" : "draft");
}

/** Statuses by their words in front matter. WordPress has "publish", and Nikola "featured". The others are badges of Material for MkDocs. */
const statusOfWord: ReadonlyMap<string | undefined, PostStatus> = new Map([
  ...postStatuses.map((status): [string, PostStatus] => [status, status]),
  ["publish", "published"],
  ["featured", "published"],
  ["new", "published"],
  ["deprecated", "published"],
]);

/** Describes values of front matter that have no meaning here, and the consequence. */
export function* unknownValues(
  data: Data,
  listed?: AuthorNames,
): Generator<{ category: string; text: string; isLoss: boolean }> {
  const { status } = data;
  const word = textValue(status)?.toLowerCase();
  const isKnown = word !== undefined && (statusOfWord.has(word) || isOpen(word) || isClosedWord(word));
  if (isSet(status) && !isKnown) {
    const text = `the status ${describeValue(status)} is unknown, so the post is a draft`;
    yield { category: "status", text, isLoss: true };
  }
  const language = unknownLanguage(firstOf(data, namesOf("inLanguage")));
  if (language !== undefined) yield language;
  if (listed === undefined) return;
  const names = new Set(listed.values());
  for (const { key } of authorTexts(data)) {
    // A text with spaces is a name.
    if (key === undefined || /\s/.test(key) || listed.has(key) || names.has(key)) continue;
    const text = `the author ${describeValue(key)} is not in the site's list of authors, so this text is the name`;
    yield { category: "author", text, isLoss: false };
  }
}

function imageOf(data: Data, siteUrl: string): string | undefined {
  const found = firstOf(data, namesOf("image"));
  const first: unknown = Array.isArray(found) ? found[0] : found;
  if (!isMapping(first)) return toImage(first, siteUrl);
  return toImage(first["url"] ?? first["path"] ?? first["src"] ?? first["image"], siteUrl);
}

/** An author of front matter: a name, or a text that can be a key of the site's list. */
interface AuthorText {
  name?: string;
  key?: string;
}

function authorTexts(data: Data): AuthorText[] {
  const all = [data["authors"], data["author"]].map((found) => {
    const authors: unknown[] = Array.isArray(found) ? found : [found];
    return authors.flatMap((author): AuthorText[] => {
      const name = isMapping(author) ? textValue(author["name"]) : undefined;
      const key = textValue(isMapping(author) ? author["key"] : author);
      return name !== undefined ? [{ name }] : key !== undefined ? [{ key }] : [];
    });
  });
  return all.find((authors) => authors.length > 0) ?? [];
}

/** Reads a list. Jekyll also writes lists as words separated by spaces, and Hexo has lists in lists. */
export function listOf(found: unknown): string[] {
  if (typeof found === "string")
    return found.split(found.includes(",") ? "," : /\s+/).map((part) => part.trim());
  const values: unknown[] = Array.isArray(found) ? found.flat() : [];
  return values.flatMap((value) => textValue(value) ?? []);
}

const dateOf: Reader = (data, names, field, timeOf) => {
  // `published` is a truth value or a date.
  const name = names.find((candidate) => {
    const value = data[candidate];
    return value !== undefined && value !== null && !isOn(value) && !isOff(value);
  });
  if (name === undefined) return undefined;
  const found = data[name];
  if (typeof found === "string" && dateKeywords.test(found.trim())) return undefined;
  return timeOf(found, name, field);
};

/** @throws {FrontMatterError} if the time cannot be read */
const requireTime: TimeOf = (value, name) => {
  const instant = toInstant(value);
  if (instant !== undefined) return instant;
  throw new FrontMatterError(`${name} cannot be read as a date: ${describeValue(value)}`, 1);
};

/**
 * Returns front matter by {@link withLowerCaseNames} whose `date` is one time. The blog of Material for MkDocs has a mapping with the times of
 * creation and change.
 */
export function withOneDate(data: Data): Data {
  const { date } = data;
  if (!isMapping(date) || date instanceof Date) return data;
  const { created, updated } = withLowerCaseNames(date);
  return { ...(updated !== undefined && { updated }), ...data, date: created };
}

/** Returns the mapping without checking it. The validation of the post reports invalid translations. */
function translationsOf(found: unknown): FoundFields["translations"] {
  return isMapping(found) ? (found as FoundFields["translations"]) : undefined;
}

/** Reads a truth value, or undefined for other values. */
export function booleanOf(found: unknown): boolean | undefined {
  return isOn(found) ? true : isOff(found) ? false : undefined;
}
