import { canonicalLanguageTag, isPostSlug, type PostInput, toSlug } from "../content/mod.ts";
import { htmlToText } from "../faq/mod.ts";

const mostTags = 50;
const longestTag = 100;
const longestName = 200;
const mostAuthors = 50;
const longestDescription = 5000;

/** Fields of a post without those that are undefined. */
export type FoundFields = { [Field in keyof PostInput]?: PostInput[Field] | undefined };

/** A post's input of the fields that were found; the others are left out. */
export function toPostInput(fields: FoundFields & { name: string }): PostInput {
  const found = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(found) as unknown as PostInput;
}

/** The slug that a file or a foreign post has, made to one that a post may have. Undefined when there is nothing to make it of. */
export function toPostSlug(found: string | undefined): string | undefined {
  const slug = decoded(found ?? "").normalize("NFC");
  if (isPostSlug(slug)) return slug;
  return toSlug(slug) || undefined;
}

/** A slug as {@link toPostSlug} has it, else one that is made of the title. */
export function toSlugOrTitle(found: string | undefined, title: string | undefined): string | undefined {
  return toPostSlug(found) ?? (toSlug(title ?? "") || undefined);
}

/** Tags without repetitions and what no post takes: those above 100 characters, and from the 51st on. */
export function toTags(names: readonly string[]): string[] | undefined {
  const tags = names.map((name) => name.trim()).filter((name) => name !== "" && name.length <= longestTag);
  const found = [...new Set(tags)].slice(0, mostTags);
  return found.length === 0 ? undefined : found;
}

/** The names of a post's authors: one as `author`, several as `authors`. Names above 200 characters are cut, and repetitions left out. */
export function toByline(names: readonly (string | undefined)[]): Pick<FoundFields, "author" | "authors"> {
  const trimmed = names.map((name = "") => name.trim().slice(0, longestName).trim());
  const authors = [...new Set(trimmed)].filter((name) => name !== "").slice(0, mostAuthors);
  return authors.length > 1 ? { authors } : { author: authors[0] };
}

/** A description as text of at most 5,000 characters. */
export function toDescription(html: string | undefined): string | undefined {
  return (
    htmlToText(html ?? "", { maxInputLength: Infinity })
      .slice(0, longestDescription)
      .trim() || undefined
  );
}

/** A language tag in its canonical form, also from `en_US`; undefined when it is none. */
export function toLanguage(tag: unknown): string | undefined {
  return typeof tag === "string" ? canonicalLanguageTag(tag.trim().replaceAll("_", "-")) : undefined;
}

/** An absolute http or https URL, from one that may be relative to the site; undefined when it is none. */
export function toImage(url: unknown, siteUrl: string): string | undefined {
  if (typeof url !== "string" || url.trim() === "") return undefined;
  const base = siteUrl === "" ? undefined : `${siteUrl}/`;
  if (!URL.canParse(url.trim(), base)) return undefined;
  const { protocol, href } = new URL(url.trim(), base);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** The last part of an address's path: what most systems make the slug of. */
export function lastSegment(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  return segments.at(-1)?.replace(/\.(?:html?|php)$/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
