import { cutText } from "../../base/text/well_formed.ts";
import { isTrue, type JsonObject, listOf, objectOf, textOf } from "../ghost/json_value.ts";
import type { XmlElement } from "../markup/xml_records.ts";
import { fieldText } from "../values/post_fields.ts";
import type { SiteNames } from "./site_names.ts";

/** Objects in which plugins for search engines state the elements of a post's page. */
const seoHeads = [
  { head: "yoast_head_json", canonical: "canonical" },
  { head: "aioseo_head_json", canonical: "canonical_url" },
] as const;

/** Fields with the custom fields of a post, by name. */
const customFields = ["meta", "acf"] as const;

/** Names of further fields of posts that are read. */
export const extraFields: readonly string[] = [
  ...seoHeads.map(({ head }) => head),
  ...customFields,
  "authors",
];

/** Names of the fields with the language of a post. */
export const languageFields = ["lang", "translations", "wpml_current_locale", "wpml_translations"] as const;

/** Names of the fields of {@link libraryRecord}. */
export const libraryFields = "id,type,status,link,title,caption,alt_text,source_url,post,content.raw";

/** Maximum numbers of custom fields, and of terms of a taxonomy. */
const mostFields = 1000;
const mostTerms = 1000;
const maxGuidLength = 2083;

/** A term of a taxonomy that is neither a category nor a tag. */
export interface OtherTaxonomy {
  /** Name of the taxonomy, such as `genre`. */
  name: string;
  /** Name of its field in posts, such as `genres`. */
  field: string;
}

/** Converts a post of the REST API to the item of a WordPress export. So both are imported by the same rules. */
export function postRecord(
  post: JsonObject,
  names: SiteNames,
  taxonomies: readonly OtherTaxonomy[],
): XmlElement {
  const { status = "publish" } = post;
  // The API states a publication date for drafts, which they do not have yet.
  const isUnpublished = status === "draft" || status === "pending" || status === "auto-draft";
  const content = htmlOf(post["content"]);
  const isProtected = isTrue(objectOf(post["content"])?.["protected"]);
  return element("item", [
    text("title", htmlOf(post["title"])),
    text("link", post["link"]),
    text("guid", guidOf(post["guid"])),
    text("dc:creator", names.nameOf("users", post["author"]) && post["author"]),
    text("content:encoded", content),
    text("excerpt:encoded", excerptOf(post, content)),
    text("wp:post_id", post["id"]),
    text("wp:post_name", post["slug"]),
    text("wp:post_type", post["type"]),
    text("wp:status", status),
    text("wp:post_password", textOf(post["password"]) ?? (isProtected ? "unknown" : undefined)),
    text("wp:post_date", post["date"]),
    text("wp:post_date_gmt", isUnpublished ? undefined : post["date_gmt"]),
    text("wp:post_modified", post["modified"]),
    text("wp:post_modified_gmt", post["modified_gmt"]),
    ...termsOf(post, names, taxonomies),
    ...languageOf(post),
    ...customFieldsOf(post),
  ]);
}

/** Creates the item that a WordPress export has for a file of the media library. */
export function mediaRecord(id: unknown, url: string): XmlElement {
  return element("item", [text("wp:post_id", id), text("wp:attachment_url", url)]);
}

/** Creates the item that a WordPress export has for a file of the media library, with its texts, or for a synced pattern. */
export function libraryRecord(item: JsonObject): XmlElement {
  return element("item", [
    text("title", htmlOf(item["title"])),
    text("link", item["link"]),
    text("content:encoded", htmlOf(item["content"])),
    text("excerpt:encoded", htmlOf(item["caption"])),
    text("wp:post_id", item["id"]),
    text("wp:post_parent", item["post"]),
    text("wp:post_type", item["type"]),
    text("wp:status", item["status"]),
    text("wp:attachment_url", item["source_url"]),
    ...metaElement("_wp_attachment_image_alt", textOf(item["alt_text"]) ?? ""),
  ]);
}

/** Returns stored HTML, or else rendered HTML. */
function htmlOf(field: unknown): string {
  const { raw, rendered } = objectOf(field) ?? {};
  return textOf(raw) ?? textOf(rendered) ?? "";
}

function guidOf(field: unknown): string {
  const guid = htmlOf(field);
  return guid.length > maxGuidLength ? "" : guid.replaceAll(/&amp;|&#0?38;/g, "&");
}

/** Returns the excerpt, unless WordPress generated it from the content. */
function excerptOf({ excerpt }: JsonObject, content: string): string {
  const html = htmlOf(excerpt);
  if (textOf(objectOf(excerpt)?.["raw"]) !== undefined || html === "") return html;
  return isGenerated(html, content) ? "" : html;
}

/** Themes end a generated excerpt with an ellipsis or a link. */
const continuation = /…|\.\.\.|&hellip;|&#8230;|<a\s/;

function isGenerated(excerpt: string, content: string): boolean {
  if (/\[(?:…|&hellip;|&#8230;)\]/.test(excerpt)) return true;
  const [own, all] = [excerpt, content].map((html) => fieldText(html).split(/\s+/).filter(Boolean));
  const other = own?.findIndex((word, index) => word !== all?.[index]) ?? -1;
  // A short text is its own excerpt.
  if (other < 0) return own?.length === all?.length || continuation.test(excerpt);
  return other >= 5 && continuation.test(excerpt);
}

function* termsOf(
  post: JsonObject,
  names: SiteNames,
  taxonomies: readonly OtherTaxonomy[],
): Generator<XmlElement> {
  const idsOf = (field: string): readonly unknown[] => listOf(post[field]).slice(0, mostTerms);
  for (const id of idsOf("categories"))
    yield element("category", [names.nameOf("categories", id) ?? ""], { domain: "category" });
  for (const id of idsOf("tags"))
    yield element("category", [names.nameOf("tags", id) ?? ""], { domain: "post_tag" });
  // Co-Authors Plus gives only ids, and the taxonomy of its authors would be read as names.
  for (const { name, field } of taxonomies)
    for (const id of idsOf(field))
      yield element("category", [String(id)], { domain: name === "author" ? field : name });
  for (const author of idsOf("authors")) {
    const name = textOf(objectOf(author)?.["display_name"]);
    if (name !== undefined) yield element("category", [name], { domain: "author" });
  }
  const format = textOf(post["format"]) ?? "standard";
  if (format !== "standard") yield element("category", [format], { domain: "post_format" });
}

/** Yields the terms by which Polylang names the language of a post, and the post and its translations. WPML has other fields. */
function* languageOf({
  id,
  lang,
  translations,
  wpml_current_locale: locale,
  wpml_translations: others,
}: JsonObject): Generator<XmlElement> {
  const language = textOf(lang) ?? textOf(locale);
  if (language !== undefined) yield element("category", [], { domain: "language", nicename: language });
  const ids = [
    ...Object.values(objectOf(translations) ?? {}),
    ...listOf(others).map((other) => objectOf(other)?.["id"]),
  ].filter((one) => typeof one === "number");
  if (ids.length === 0 || typeof id !== "number") return;
  const group = `pll_${ids.reduce((least, one) => Math.min(least, one), id)}`;
  yield element("category", [], { domain: "post_translations", nicename: group });
}

function* customFieldsOf(post: JsonObject): Generator<XmlElement> {
  const image = post["featured_media"];
  if (typeof image === "number" && image > 0) yield* metaElement("_thumbnail_id", String(image));
  for (const name of customFields)
    for (const [key, value] of Object.entries(objectOf(post[name]) ?? {}).slice(0, mostFields))
      yield* metaElement(key, metaText(value));
  const link = textOf(post["link"]) ?? "";
  for (const { head, canonical } of seoHeads) {
    const found = objectOf(post[head]) ?? {};
    yield* metaElement("_yoast_wpseo_metadesc", textOf(found["description"]) ?? "");
    const address = textOf(found[canonical]) ?? "";
    if (siteOf(address) !== siteOf(link)) yield* metaElement("_yoast_wpseo_canonical", address);
    const robots = objectOf(found["robots"])?.["index"];
    if (robots === "noindex") yield* metaElement("_yoast_wpseo_meta-robots-noindex", "1");
  }
}

/** Returns the host of an address. Most sites have the same pages with and without `www.`. */
function siteOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : undefined;
}

/** Returns a value as WordPress stores it. Lists of texts are in PHP's form. An empty value becomes an empty text. */
function metaText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "1" : "";
  const list = listOf(value);
  if (list.length === 0) return objectOf(value) === undefined ? "" : "O:0:";
  if (!list.every((item) => textOf(item) !== undefined)) return "O:0:";
  const items = list.map((item, index) => `i:${index};s:${String(item).length}:"${String(item)}";`);
  return `a:${list.length}:{${items.join("")}}`;
}

function* metaElement(key: string, value: string): Generator<XmlElement> {
  if (value === "") return;
  yield element("wp:postmeta", [text("wp:meta_key", cutText(key, 255)), text("wp:meta_value", value)]);
}

function text(name: string, value: unknown): XmlElement {
  return element(name, [textOf(value) ?? ""]);
}

function element(
  name: string,
  children: XmlElement["children"],
  attributes: XmlElement["attributes"] = {},
): XmlElement {
  return { name, attributes, children, line: 1 };
}
