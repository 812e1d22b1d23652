import type { FoundFields } from "../values/post_fields.ts";
import { lastSegment, toCanonicalUrl, toDescription } from "../values/post_fields.ts";
import { oldAddresses } from "../paths/old_addresses.ts";
import { childrenOf, childText, type XmlElement } from "../markup/xml_records.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { metaOf } from "./meta_of.ts";

/** Custom fields of Yoast SEO and Rank Math that a post has a field for. */
const seoNames = {
  description: ["_yoast_wpseo_metadesc", "rank_math_description"],
  canonicalUrl: ["_yoast_wpseo_canonical", "rank_math_canonical_url"],
} as const;

const namedFields = /^_yoast_wpseo_(?:title|focuskw|meta-robots-noindex|opengraph-.+|twitter-.+)$/;

/** Maximum length of the text that a description is read from. */
const maxTextLength = 10_000;

/** Names of custom fields whose values are brought over. */
export const seoFieldNames: readonly string[] = Object.values(seoNames).flat();

/** True for a custom field that an import only counts: a private one of WordPress, but for texts that readers or search engines see. */
export function isNamedField(name: string): boolean {
  return !name.startsWith("_") || namedFields.test(name);
}

/** Returns the fields that Yoast SEO or Rank Math has for a post. */
export function seoFieldsOf(
  record: XmlElement,
  siteUrl: string,
): Pick<FoundFields, "canonicalUrl" | "description"> {
  const valueOf = (names: readonly string[]): string | undefined =>
    names.map((name) => metaOf(record, name)).find((value = "") => value.trim() !== "");
  const description = cutText(valueOf(seoNames.description) ?? "", maxTextLength);
  return {
    // Templates such as `%%title%%` and `%excerpt%` have no text of their own.
    description: /%\w+%/.test(description) ? undefined : toDescription(description),
    canonicalUrl: toCanonicalUrl(valueOf(seoNames.canonicalUrl), siteUrl),
  };
}

/** Returns the paths that a post had with its earlier slugs. WordPress redirects them. */
export function earlierAddresses(record: XmlElement): string[] | undefined {
  const link = childText(record, "link") ?? "";
  const slug = lastSegment(link);
  if (slug === undefined || new URL(link).search !== "") return undefined;
  const { pathname, origin } = new URL(link);
  const at = pathname.lastIndexOf(slug);
  const slugs = childrenOf(record, "wp:postmeta")
    .filter((meta) => childText(meta, "wp:meta_key") === "_wp_old_slug")
    .map((meta) => childText(meta, "wp:meta_value")?.trim() ?? "")
    .filter((earlier) => earlier !== "" && earlier !== slug && !/[/?#]/.test(earlier));
  const paths = slugs.map((earlier) => pathname.slice(0, at) + earlier + pathname.slice(at + slug.length));
  return oldAddresses(paths, origin);
}

/** Returns the addresses with a post's id, which WordPress redirects to its permalink. The guid has an earlier host of the site. */
export function addressesById(record: XmlElement, blogUrl = ""): string[] {
  const id = childText(record, "wp:post_id");
  if (id === undefined) return [];
  const site = URL.canParse(blogUrl) ? new URL(blogUrl) : undefined;
  const base = site === undefined ? "" : site.origin + site.pathname.replace(/\/$/, "");
  const guid = childText(record, "guid") ?? "";
  const isOfPost = URL.canParse(guid) && new RegExp(`[?&](?:p|page_id)=${Number(id)}$`).test(guid);
  return [`${base}/?p=${id}`, `${base}/?page_id=${id}`, ...(isOfPost ? [guid] : [])];
}
