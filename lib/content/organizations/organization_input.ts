import * as v from "valibot";
import { type KeyRateLimit, keyRateLimit } from "../../base/key_rate_limit.ts";
import type { FeedPaths, PaidContent } from "../sources/content_source.ts";
import type { CustomField } from "../custom_fields/custom_field.ts";
import { customFieldsInput } from "../custom_fields/custom_field_input.ts";
import { prose } from "../../base/fields/kinds.ts";
import { faqInput } from "./faq_input.ts";
import { languageTagInput } from "../../base/input/language_tag_input.ts";
import { nameInput } from "../../base/text/name.ts";
import { patchOf, type PatchOf } from "../../base/input/patch_of.ts";
import type { OrganizationFaq } from "./organization_faq.ts";
import { previewUrlInput } from "./preview_url.ts";
import { synonymsInput } from "./synonyms_input.ts";
import { refuseArrays } from "../../base/input/validate.ts";
import { isOrganizationSlug, organizationSlugRule } from "../posts/slug.ts";
import { webUrlInput } from "../posts/web_url.ts";
import type { KeyPart } from "../../store/mod.ts";

/** Key of an organization's record, in the partition of all its content. */
export const organizationKey: readonly KeyPart[] = ["organization"];

/** Input of a new organization. */
export interface OrganizationInput {
  /** The name in the API's paths. It never changes. */
  slug: string;
  /** 1 to 200 characters. */
  name: string;
  /** Absolute http or https URL of the site that shows the posts, at most 1,000 characters: `https://example.com`. */
  siteUrl: string;
  /** Path of a post's page on the site, with `{slug}` for the post's slug 1 to 3 times, at most 1,000 characters. Default: `/blog/{slug}`. */
  postUrlTemplate?: string;
  /**
   * Absolute http or https URL at which the site shows the organization's sitemap, with its pages at `?page=N`.
   * Default: `/sitemap.xml` on the site.
   */
  sitemapUrl?: string;
  /** Absolute http or https URL at which the site shows the sitemap of the posts. Default: `/sitemap-posts.xml` on the site. */
  postSitemapUrl?: string;
  /**
   * Absolute https URL of the site's own preview of a post, on the host of `siteUrl`, at most 1,000 characters. It has `{slug}` and `{token}` once
   * each: `https://example.com/preview?slug={slug}&token={token}`. Default: preview links lead to a page of the API.
   */
  previewUrl?: string;
  /** BCP 47 tag of posts without `inLanguage`. Default: `en-US`. */
  language?: string;
  /** Section of posts without `articleSection`. Default: `Articles`. */
  section?: string;
  /**
   * CSS selectors of title, description and paragraphs of a post's page.
   * Default: `h1`, `[itemprop="description"]`, `article p`.
   */
  speakable?: readonly string[];
  /** Description of the site in plain text: 1 to 1,000 characters. */
  description?: string;
  /** Absolute http or https URL of the publisher's logo, at most 4,096 characters. */
  logo?: string;
  /** Absolute http or https URLs of other pages about the organization, such as profiles: at most 20. An empty array removes them. */
  sameAs?: readonly string[];
  /** Enables feeds of the newest posts and `llms.txt`. An object sets the feeds' paths on the site. Default: false. */
  feeds?: boolean | FeedPaths;
  /** Callers who get the content of posts that are not free: everyone, or callers with a key. Default: `open`. */
  paidContent?: PaidContent;
  /** Fields of posts that the organization defines: at most 50. They replace all earlier definitions. Default: none. */
  postFields?: readonly CustomField[];
  /**
   * Groups of words and phrases that mean the same in searches: at most 200 groups of 2 to 20. They replace all earlier groups. A word finds the
   * other words of each of its groups, and no words of their other groups. Default: none.
   */
  synonyms?: readonly (readonly string[])[];
  /** Settings for FAQ extraction. They replace all earlier settings. Default of each field: the host's setting. */
  faq?: OrganizationFaq;
  /** Limits of each key without its own. Default: the API's. */
  rateLimit?: KeyRateLimit;
}

/** Changes to an organization: any of the fields except the slug. `null` removes an optional field, or restores its default. */
export type OrganizationUpdate = PatchOf<Omit<OrganizationInput, "slug">>;

/** An organization's input after validation, with defaults filled in. */
export type ValidOrganizationInput = OrganizationInput &
  Required<Pick<OrganizationInput, "postUrlTemplate" | "language" | "section" | "speakable">>;

/** Maximum length of the address of a site or a sitemap. Sitemaps leave out longer addresses of posts. */
const longestAddress = 1000;
/** Maximum number of times that the address of a post repeats its slug. */
const mostSlugs = 3;
/** Maximum length of a path of the site. */
const longestPath = 1000;

const string = v.string("must be a string");
const name = nameInput(200);
/** The pattern includes scheme and host without user, because URL parsers also accept ` http:example.com`. */
const pageUrlForm = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\s\\@]+(?:\/[^?#\s\\]*)?$/;
const pageUrl = v.pipe(
  string,
  v.metadata({ format: "uri", pattern: pageUrlForm.source }),
  v.maxLength(longestAddress, `must be at most ${longestAddress} characters`),
  v.check(isPageUrl, "must be an absolute http or https URL without user, password, query and fragment"),
  v.transform((url) => new URL(url).href),
);
/** Validates the address of an organization's site. */
export const siteUrlInput: v.GenericSchema<string> = v.pipe(
  pageUrl,
  v.transform((url) => url.replace(/\/$/, "")),
);
const pathForm = /^\/(?!\/)[^?#\s]*$/;
const postUrlTemplate = v.pipe(
  string,
  v.metadata({ pattern: String.raw`^\/(?!\/)[^?#\s]*\{slug\}[^?#\s]*$` }),
  v.maxLength(longestPath, `must be at most ${longestPath} characters`),
  v.check((path) => pathForm.test(path), "must be a path that begins with one /"),
  v.check((path) => path.includes("{slug}"), "must contain {slug}"),
  v.check(
    (path) => path.split("{slug}").length <= mostSlugs + 1,
    `must contain {slug} at most ${mostSlugs} times`,
  ),
);
const speakable = v.pipe(
  v.array(name, "must be an array of CSS selectors"),
  v.minLength(1, "must contain at least one CSS selector"),
  v.maxLength(20, "must contain at most 20 CSS selectors"),
);

const sameAs = v.pipe(
  v.array(webUrlInput, "must be an array of URLs"),
  v.maxLength(20, "must contain at most 20 URLs"),
);
const feedPath = v.exactOptional(
  v.pipe(
    string,
    v.maxLength(longestPath, `must be at most ${longestPath} characters`),
    v.regex(/^\/(?!\/)[^?#\s\\]+$/, "must be a path that begins with one /"),
  ),
);
const feeds = v.union(
  [v.boolean(), refuseArrays(v.strictObject({ rss: feedPath, atom: feedPath, json: feedPath }))],
  "must be true, false, or an object with the paths rss, atom and json",
);
const paidContent = v.picklist(["open", "key"], 'must be "open" or "key"');

/** Fields that members may change. */
const ownEntries = {
  name,
  siteUrl: siteUrlInput,
  postUrlTemplate: v.optional(postUrlTemplate, "/blog/{slug}"),
  sitemapUrl: v.exactOptional(pageUrl),
  postSitemapUrl: v.exactOptional(pageUrl),
  previewUrl: v.exactOptional(previewUrlInput),
  language: v.optional(languageTagInput, "en-US"),
  section: v.optional(name, "Articles"),
  speakable: v.optional(speakable, ["h1", '[itemprop="description"]', "article p"]),
  description: v.exactOptional(prose(1000).input),
  logo: v.exactOptional(webUrlInput),
  sameAs: v.exactOptional(sameAs),
  feeds: v.exactOptional(feeds),
  paidContent: v.exactOptional(paidContent),
  postFields: v.exactOptional(customFieldsInput),
  synonyms: v.exactOptional(synonymsInput),
  faq: v.exactOptional(faqInput),
};

const changeableEntries = { ...ownEntries, rateLimit: v.exactOptional(keyRateLimit) };

/** The rules and the defaults of the fields of an organization. */
export const organizationRules: Readonly<Record<string, v.GenericSchema>> = changeableEntries;

/** Validates the input of a new organization. */
export const organizationInput: v.GenericSchema<unknown, ValidOrganizationInput> = v.strictObject({
  slug: v.pipe(string, v.check(isOrganizationSlug, organizationSlugRule)),
  ...changeableEntries,
});

/** Validates the changes of a member. Only the operator can change `rateLimit`. */
export const ownOrganizationChanges: v.GenericSchema<
  unknown,
  Omit<OrganizationUpdate, "rateLimit">
> = patchOf<Omit<OrganizationInput, "slug" | "rateLimit">>(ownEntries);

/** Validates the changes to an organization: any of the fields except the slug. */
export const organizationChanges: v.GenericSchema<unknown, OrganizationUpdate> =
  patchOf<Omit<OrganizationInput, "slug">>(changeableEntries);

function isPageUrl(text: string): boolean {
  return pageUrlForm.test(text) && URL.canParse(text);
}
