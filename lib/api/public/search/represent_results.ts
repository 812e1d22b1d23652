import { wellFormed } from "../../../base/text/well_formed.ts";
import { type Organization, postUrl } from "../../../content/mod.ts";
import type { ContextPassage, SearchNotices, SearchResult } from "../../representations/search_schema.ts";
import type { FoundPost, SearchQuery } from "../../../search/mod.ts";

type Source = Omit<SearchResult, "passage">;

/** Represents the address of a found passage. */
export function toSource(organization: Organization, found: FoundPost): Source {
  const { post, type, heading, fragment, score } = found;
  const page = postUrl(organization, post.slug);
  const source: Source = {
    type: type === "faq" ? "faq" : "post",
    slug: post.slug,
    name: post.name,
    url: fragment === undefined ? page : `${page}#${encodeURIComponent(wellFormed(fragment))}`,
    inLanguage: post.inLanguage ?? organization.language,
    score,
  };
  if (heading !== "") source.heading = heading;
  if (fragment !== undefined) source.fragment = fragment;
  return source;
}

/** Represents the post of a result, without the place of the passage. */
export function toPage(
  organization: Organization,
  { post, score }: Pick<FoundPost, "post" | "score">,
): Pick<SearchResult, "slug" | "name" | "url" | "inLanguage" | "score"> {
  const { slug, name, inLanguage = organization.language } = post;
  return { slug, name, url: postUrl(organization, slug), inLanguage, score };
}

/** Represents a search result. */
export function toSearchResult(organization: Organization, found: FoundPost): SearchResult {
  const { text, highlights } = found;
  return { ...toSource(organization, found), passage: { text, highlights } };
}

/** Represents the parts of a query that its results do not reflect. */
export function toNotices(
  { excluded }: SearchQuery,
  { isApproximate }: { isApproximate: boolean },
): SearchNotices {
  const notices: SearchNotices = {};
  if (excluded.length > 0) notices.excluded = excluded.map(({ written }) => written);
  if (isApproximate) notices.approximate = true;
  return notices;
}

/** Represents a passage of a context. */
export function toContextPassage(
  organization: Organization,
  found: FoundPost & { tokens: number },
): ContextPassage {
  const { text, tokens } = found;
  return { ...toSource(organization, found), text, tokens };
}

/** Renders a passage as Markdown with a link to its source. The text is a quote, so that its own marks are not structure. */
export function toMarkdownPassage(organization: Organization, found: FoundPost): string {
  const { name, heading, url } = toSource(organization, found);
  const title = heading === undefined ? name : `${name}: ${heading}`;
  const quote = found.text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  return `${quote}\n>\n> Source: [${escapeMarkdown(title)}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})\n`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]<>*_`]/g, (mark) => `\\${mark}`).replace(/\s+/g, " ");
}
