import type { CustomField } from "../../content/mod.ts";
import { nameTest } from "../front_matter/fields/custom_values.ts";
import type { FoundFields } from "../values/post_fields.ts";
import { lastSegment, toCanonicalUrl, toDescription } from "../values/post_fields.ts";
import { oldAddresses } from "../paths/old_addresses.ts";
import { childrenOf, childText, type XmlElement } from "../markup/xml_records.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { metaOf } from "./meta_of.ts";

/** Custom fields of Yoast SEO, Rank Math, SEOPress, All in One SEO and Genesis that a post has a field for. */
const seoNames = {
  description: [
    "_yoast_wpseo_metadesc",
    "rank_math_description",
    "_seopress_titles_desc",
    "_aioseo_description",
    "_aioseop_description",
    "_genesis_description",
  ],
  canonicalUrl: [
    "_yoast_wpseo_canonical",
    "rank_math_canonical_url",
    "_seopress_robots_canonical",
    "_genesis_canonical_uri",
  ],
} as const;

/** Custom fields of the same plugins that only fields of the organization can keep, by the names that such fields have. */
const seoValues: readonly { names: readonly string[]; keys: readonly string[] }[] = [
  {
    names: ["seoTitle", "metaTitle"],
    keys: [
      "_yoast_wpseo_title",
      "rank_math_title",
      "_seopress_titles_title",
      "_aioseo_title",
      "_aioseop_title",
      "_genesis_title",
    ],
  },
  {
    names: ["focusKeyword", "focusKeyphrase"],
    keys: ["_yoast_wpseo_focuskw", "rank_math_focus_keyword", "_seopress_analysis_target_kw"],
  },
  {
    names: ["noindex"],
    keys: [
      "_yoast_wpseo_meta-robots-noindex",
      "rank_math_robots",
      "_seopress_robots_index",
      "_aioseop_noindex",
      "_genesis_noindex",
    ],
  },
];
/** Values of `noindex` in these plugins. Rank Math has a list in PHP's form. */
const noindexValue = /^(?:1|yes|on)$|"noindex"/;

const namedFields = /^_yoast_wpseo_(?:opengraph|twitter)-./;

/** Maximum length of the text that a description is read from. */
const maxTextLength = 10_000;

/** Names of custom fields whose values are brought over. */
export const seoFieldNames: readonly string[] = Object.values(seoNames).flat();

/** True for a custom field that an import only counts: a private one of WordPress, but for texts that readers or search engines see. */
export function isNamedField(name: string): boolean {
  return !name.startsWith("_") || namedFields.test(name) || organizationNamesOf(name).length > 0;
}

/** Returns the names of an organization's fields that keep a custom field of an SEO plugin. */
function organizationNamesOf(key: string): readonly string[] {
  return seoValues.find(({ keys }) => keys.includes(key))?.names ?? [];
}

/** Returns a function that is true for the name of a custom field that one of the organization's fields keeps. */
export function keptFieldTest(fields: readonly CustomField[]): (name: string) => boolean {
  const isField = nameTest(fields);
  return (name) => [name, ...organizationNamesOf(name)].some(isField);
}

/**
 * Returns the values of SEO plugins for fields of the organization.
 *
 * @param title the title of the post, for which titles have templates
 */
export function seoValuesOf(record: XmlElement, title: string): Record<string, unknown> {
  const found = seoValues.flatMap(({ names, keys }): [string, unknown][] => {
    const text = keys.map((key) => metaOf(record, key)).find((value) => value !== undefined);
    if (text === undefined) return [];
    const isFlag = names.includes("noindex");
    const value = isFlag ? noindexValue.test(text) : withoutTemplates(text, title);
    return value === false || value === "" ? [] : names.map((name) => [name, value]);
  });
  return Object.fromEntries(found);
}

/** Fills in the title of a post, and removes other templates such as `%%sep%% %%sitename%%`. */
function withoutTemplates(text: string, title: string): string {
  return cutText(text, maxTextLength)
    .replace(/%%?(?:post_?)?title%%?|#post_title/g, () => title)
    .replace(/%%?\w{1,50}%%?|#[a-z]\w{1,50}/g, "")
    .replace(/^[\s|\u2013\u2014-]{1,100}|[\s|\u2013\u2014-]{1,100}$/g, "");
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

/** Custom fields in which other page builders keep the layout of a post: Beaver Builder, Bricks, Breakdance, Oxygen, Brizy and others. */
const layoutNames =
  /^(?:_fl_builder_data|_bricks_page_content(?:_\d)?|_?breakdance_data|_?ct_builder_(?:json|shortcodes)|brizy(?:-post)?|panels_data|tve_updated_post|_cornerstone_data|_themify_builder_settings_json|_tatsu_page_content|_cs_page_data|mfn-page-items)$/;

/** Returns the name of the custom field with the layout of a page builder that is not read. */
export function unreadLayoutOf(record: XmlElement): string | undefined {
  const found = childrenOf(record, "wp:postmeta").find(
    (meta) =>
      layoutNames.test(childText(meta, "wp:meta_key") ?? "") &&
      childText(meta, "wp:meta_value") !== undefined,
  );
  return found && childText(found, "wp:meta_key");
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
