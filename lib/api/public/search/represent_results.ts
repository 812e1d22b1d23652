import { given } from "../../../base/given.ts";
import { toIsoString } from "../../../base/time/timestamp.ts";
import { wellFormed } from "../../../base/text/well_formed.ts";
import { type Organization, postUrl } from "../../../content/mod.ts";
import type { ContextPassage, SearchNotices, SearchResult } from "../../representations/search_schema.ts";
import type { ContextFound, FoundPage, FoundPost, SearchQuery } from "../../../search/mod.ts";

type Source = Omit<SearchResult, "passage" | "share">;

/** Represents the address of a found passage. */
export function toSource(
  organization: Organization,
  found: Pick<FoundPost, "post" | "type" | "heading" | "fragment" | "score">,
): Source {
  const { post, type, heading, fragment, score } = found;
  const page = postUrl(organization, post.slug);
  const source: Source = {
    type: type === "faq" ? "faq" : "post",
    slug: post.slug,
    name: post.name,
    url: fragment === undefined ? page : `${page}#${encodeURIComponent(wellFormed(fragment))}`,
    inLanguage: post.inLanguage ?? organization.language,
    score: Math.round(score * 10_000) / 10_000,
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
  const { share, text, highlights } = found;
  return { ...toSource(organization, found), share, passage: { text, highlights } };
}

/** Represents the parts of a query that its results do not reflect. */
export function toNotices(
  { excluded }: SearchQuery,
  { isApproximate, isWeak }: Pick<FoundPage<unknown>, "isApproximate" | "isWeak">,
): SearchNotices {
  const notices: SearchNotices = {};
  if (excluded.length > 0) notices.excluded = excluded.map(({ written }) => written);
  if (isApproximate) notices.approximate = true;
  if (isWeak) notices.noGoodMatch = true;
  return notices;
}

/** Represents a passage of a context. */
export function toContextPassage(
  organization: Organization,
  found: ContextFound & { tokens: number },
): ContextPassage {
  const { text, tokens, headings, post } = found;
  const updatedAt = toIsoString(post.updatedAt);
  return {
    ...toSource(organization, found),
    headings: [...headings],
    ...given({ updatedAt }),
    text,
    tokens,
  };
}

/** Renders a passage as a quote in Markdown, so that its own marks are no structure of the context. A link to its source follows. */
export function toMarkdownPassage(organization: Organization, found: ContextFound): string {
  const { name, url } = toSource(organization, found);
  const title = escapeMarkdown([name, ...found.headings].join(": "));
  const quote = found.text.replace(/^/gm, "> ").replace(/^> $/gm, ">");
  const date = toIsoString(found.post.updatedAt)?.slice(0, "2026-01-01".length);
  const updated = date === undefined ? "" : `, updated ${date}`;
  return `${quote}\n\nSource: [${title}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})${updated}\n`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]<>*_`]/g, (mark) => `\\${mark}`).replace(/\s+/g, " ");
}
