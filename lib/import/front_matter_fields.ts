import type { PostStatus } from "../content/mod.ts";
import { FrontMatterError } from "./front_matter.ts";
import { type FoundFields, toByline, toImage, toLanguage, toPostSlug, toTags } from "./post_fields.ts";
import { addressEnd } from "./paths/mod.ts";
import { textValue } from "./text_value.ts";
import { toInstant } from "./to_instant.ts";

type Data = Readonly<Record<string, unknown>>;

/** Names of Eleventy's built-in collections, which it writes as tags. */
const collections: ReadonlySet<string> = new Set(["post", "posts", "all"]);
/** Keywords for dates that Eleventy determines itself. */
const dateKeywords = /^(?:git )?(?:created|last modified)$/i;

/**
 * Reads a post's fields from the front matter of its file. Knows the names that Jekyll, Hugo, Zola, Astro, Eleventy and
 * Postern use. Ignores all other names.
 *
 * @throws {FrontMatterError} if a date cannot be read, because the post must not appear at a wrong time
 */
export function frontMatterFields(
  data: Data,
  { siteUrl, now }: { siteUrl: string; now: number },
): FoundFields {
  const taxonomies = isMapping(data["taxonomies"]) ? data["taxonomies"] : {};
  const categories = listOf(data["categories"] ?? data["category"] ?? taxonomies["categories"]);
  const tags = listOf(data["tags"] ?? data["tag"] ?? taxonomies["tags"]).filter(
    (tag) => !collections.has(tag),
  );
  return {
    name: textValue(data["title"] ?? data["name"]),
    slug: toPostSlug(textValue(data["slug"]) ?? addressEnd(textValue(data["permalink"] ?? data["url"]))),
    description: textValue(data["description"] ?? data["excerpt"] ?? data["summary"])?.slice(0, 5000),
    image: imageOf(data, siteUrl),
    ...toByline([data["authors"], data["author"]].map(namesOf).find((names) => names.length > 0) ?? []),
    tags: toTags([...categories.slice(1), ...tags]),
    articleSection: textValue(data["section"] ?? data["articleSection"]) ?? categories[0],
    inLanguage: toLanguage(data["language"] ?? data["lang"] ?? data["inLanguage"] ?? data["locale"]),
    translations: translationsOf(data["translations"]),
    isAccessibleForFree: booleanOf(data["free"] ?? data["isAccessibleForFree"]),
    status: statusOf(data, now),
    publishedAt: dateOf(data, ["publishedAt", "publishDate", "pubDate", "date"]),
    createdAt: dateOf(data, ["createdAt", "date"]),
    updatedAt: dateOf(data, [
      "updatedAt",
      "lastmod",
      "updatedDate",
      "last_modified_at",
      "updated",
      "modified",
    ]),
  };
}

function statusOf(data: Data, now: number): PostStatus | undefined {
  if (booleanOf(data["draft"]) === true || booleanOf(data["published"]) === false) return "draft";
  const expiry = dateOf(data, ["expiryDate"]);
  if (expiry !== undefined && Date.parse(expiry) <= now) return "archived";
  return textValue(data["status"]) as PostStatus | undefined;
}

function imageOf(data: Data, siteUrl: string): string | undefined {
  const found = data["image"] ?? data["heroImage"] ?? data["cover"] ?? data["images"];
  const first: unknown = Array.isArray(found) ? found[0] : found;
  if (!isMapping(first)) return toImage(first, siteUrl);
  return toImage(first["url"] ?? first["path"] ?? first["src"] ?? first["image"], siteUrl);
}

function namesOf(found: unknown): string[] {
  const authors: unknown[] = Array.isArray(found) ? found : [found];
  return authors.flatMap((author) => textValue(isMapping(author) ? author["name"] : author) ?? []);
}

/** Reads a list. Jekyll also writes lists as words separated by spaces. */
function listOf(found: unknown): string[] {
  if (typeof found === "string")
    return found.split(found.includes(",") ? "," : /\s+/).map((part) => part.trim());
  const values: unknown[] = Array.isArray(found) ? found : [];
  return values.flatMap((value) => textValue(value) ?? []);
}

function dateOf(data: Data, names: readonly string[]): string | undefined {
  const name = names.find((candidate) => data[candidate] !== undefined && data[candidate] !== null);
  if (name === undefined) return undefined;
  const found = data[name];
  if (typeof found === "string" && dateKeywords.test(found.trim())) return undefined;
  const instant = toInstant(found);
  if (instant !== undefined) return instant;
  throw new FrontMatterError(`${name} cannot be read as a date: ${describe(found)}`, 1);
}

/** Describes a value for an error message. Lists and mappings can be large, so only their kind is named. */
function describe(found: unknown): string {
  if (typeof found === "string") return JSON.stringify(found.slice(0, 100));
  if (typeof found === "number" || typeof found === "boolean") return String(found);
  return "it is a list or a mapping";
}

/** Returns the mapping without checking it. The validation of the post reports invalid translations. */
function translationsOf(found: unknown): FoundFields["translations"] {
  return isMapping(found) ? (found as FoundFields["translations"]) : undefined;
}

/** Reads a truth value. YAML 1.1, which Jekyll reads, also has the words `yes`, `no`, `on` and `off`. */
function booleanOf(found: unknown): boolean | undefined {
  if (typeof found === "string" && /^(?:yes|on|true)$/i.test(found)) return true;
  if (typeof found === "string" && /^(?:no|off|false)$/i.test(found)) return false;
  return typeof found === "boolean" ? found : undefined;
}

function isMapping(found: unknown): found is Data {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}
