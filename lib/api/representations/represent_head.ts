import {
  alternatesOf,
  canonicalUrlOf,
  type Organization,
  type Post,
  type Publicity,
  webUrl,
} from "../../content/mod.ts";
import { escapeXml } from "../../base/text/escape_xml.ts";
import { canonicalLanguageTag } from "../../base/text/language_tag.ts";
import { toScriptTag, toBreadcrumbList, toOrganization } from "../../publishing/mod.ts";
import type { SinglePost } from "./post_schema.ts";
import { servedSameAs } from "./represent_organization.ts";

/** Media types of the feeds. */
const feedTypes = { rss: "application/rss+xml", atom: "application/atom+xml", json: "application/feed+json" };

/** The post as its response shows it, and the addresses of the feeds. */
interface HeadInput {
  shown: SinglePost;
  /** Publicity of the post's translations. */
  publicity: Publicity;
  feeds: Readonly<Record<keyof typeof feedTypes, string>> | undefined;
}

/**
 * Represents a post as HTML elements for the `<head>` of its page: title, description, canonical address, Open Graph, other languages,
 * feeds and JSON-LD. Every text is escaped.
 */
export function toHead(
  organization: Organization,
  post: Post,
  { shown, publicity, feeds }: HeadInput,
): string {
  const { name, description } = shown;
  return [
    `<title>${escapeXml(name, "element")}</title>`,
    meta("name", "description", description),
    element("link", { rel: "canonical", href: canonicalUrlOf(organization, shown) }),
    ...openGraph(organization, shown),
    ...alternatesOf(organization, post, publicity).map((alternate) =>
      element("link", { rel: "alternate", ...alternate }),
    ),
    ...feedElements(organization, feeds),
    ...jsonLd(organization, shown).map(toScriptTag),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** Returns the elements of Open Graph (https://ogp.me) for an article. */
function openGraph(organization: Organization, shown: SinglePost): string[] {
  const { article } = shown.structuredData;
  const image = webUrl(shown.image);
  const texts: [property: string, content: string | undefined][] = [
    ["og:type", "article"],
    ["og:site_name", organization.name],
    ["og:title", shown.name],
    ["og:description", shown.description],
    ["og:url", canonicalUrlOf(organization, shown)],
    ["og:image", image],
    ["og:locale", localeOf(shown.inLanguage)],
    ["article:published_time", article.datePublished],
    ["article:modified_time", article.dateModified],
    ["article:section", shown.articleSection],
    ...(shown.tags ?? []).map((tag): [string, string] => ["article:tag", tag]),
  ];
  return texts.map(([property, content]) => meta("property", property, content));
}

/** Returns a language and its territory in the form of Open Graph, such as `en_US`. Undefined without a territory. */
function localeOf(tag: string): string | undefined {
  const canonical = canonicalLanguageTag(tag);
  const { language, region } = canonical === undefined ? {} : new Intl.Locale(canonical);
  return language === undefined || region === undefined ? undefined : `${language}_${region}`;
}

/** Returns the links to the feeds. Leaves out addresses without an origin, because the page has another origin than the API. */
function feedElements({ name }: Organization, feeds: HeadInput["feeds"]): string[] {
  if (feeds === undefined) return [];
  return (["rss", "atom", "json"] as const)
    .filter((format) => webUrl(feeds[format]) !== undefined)
    .map((format) =>
      element("link", { rel: "alternate", type: feedTypes[format], title: name, href: feeds[format] }),
    );
}

/** Returns the JSON-LD of the page: the post's own, its place on the site, and the organization if other pages about it are known. */
function jsonLd(organization: Organization, shown: SinglePost): object[] {
  const { article, faqPage } = shown.structuredData;
  const { name, siteUrl } = organization;
  const home = { name, url: new URL(`${siteUrl}/`).href };
  const sameAs = servedSameAs(organization);
  return [
    article,
    ...(faqPage === undefined ? [] : [faqPage]),
    toBreadcrumbList([home, { name: shown.name, url: shown.url }]),
    ...(sameAs.length === 0
      ? []
      : [toOrganization({ name, url: home.url, logo: webUrl(organization.logo), sameAs })]),
  ];
}

/** Returns a `meta` element, or an empty text without content. */
function meta(kind: "name" | "property", name: string, content: string | undefined): string {
  return content === undefined ? "" : element("meta", { [kind]: name, content });
}

function element(tag: "link" | "meta", attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeXml(value, "attribute")}"`,
  );
  return `<${tag}${written.join("")}>`;
}
