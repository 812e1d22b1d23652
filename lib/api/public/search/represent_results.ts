import { given } from "../../../base/given.ts";
import { toIsoString } from "../../../base/time/timestamp.ts";
import { cutText, wellFormed } from "../../../base/text/well_formed.ts";
import { type Organization, postUrl } from "../../../content/mod.ts";
import type {
  ContextPassage,
  KnowledgePassage,
  SearchNotices,
  SearchResult,
} from "../../representations/search_schema.ts";
import type { ContextFound, FoundPage, FoundPost, SearchQuery, Shortfall } from "../../../search/mod.ts";

type Source = Omit<SearchResult, "passage" | "snippet" | "share">;

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
  const { share, snippet, passage } = found;
  return { ...toSource(organization, found), share, snippet, passage };
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

/** Maximum number of words that a reason names, and the length of each. */
const named = { words: 5, length: 40 };

/** Returns a sentence with the reason for which a context has no passages. */
export function toReason({ hasWords, missing, share, leastShare, isTooLong }: Shortfall): string {
  if (!hasWords) return "The query has no words to find.";
  if (isTooLong) return "Texts fit the query, but none of their passages fits in maxTokens.";
  const words = missing.slice(0, named.words).map((word) => `"${cutText(word, named.length)}"`);
  const others = missing.length - words.length;
  const list = alternatives.format([...words, ...(others > 0 ? [`${others} other words`] : [])]);
  const first = list === "" ? "No text fits the query well" : `No text has ${list}`;
  if (share > 0)
    return `${first}: the best has ${percent(share)} of the query, and a good match has ${percent(leastShare)}.`;
  return list === "" ? "No text fits the query." : `No text fits the query, and none has ${list}.`;
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** Represents a passage of a context. */
export function toContextPassage(
  organization: Organization,
  found: ContextFound & { tokens: number },
): ContextPassage | KnowledgePassage {
  const { text, tokens, headings, post, entry } = found;
  const score = Math.round(found.score * 10_000) / 10_000;
  if (entry !== undefined) {
    const { id, title, source, tags, createdAt, updatedAt = createdAt } = entry;
    const type = "knowledge";
    return { type, id, ...given({ name: title, url: source, tags }), score, updatedAt, text, tokens };
  }
  const updatedAt = toIsoString(post.updatedAt);
  return {
    ...toSource(organization, { ...found, post, score }),
    headings: [...headings],
    ...given({ updatedAt }),
    text,
    tokens,
  };
}

const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;
/** Length of the ISO 8601 date at the start of a time. */
const dateLength = "2026-01-01".length;

/** Renders a passage as a quote in Markdown, so that its own marks are no structure of the context. A link to its source follows. */
export function toMarkdownPassage(organization: Organization, found: ContextFound): string {
  const source = toContextPassage(organization, { ...found, tokens: 0 });
  const isText = source.type === "knowledge";
  const { url, updatedAt } = source;
  const name = isText ? (source.name ?? `Knowledge text ${source.id}`) : source.name;
  const headings = isText ? [] : source.headings.filter((heading) => heading !== name);
  const title = escapeMarkdown([name, ...headings].join(": "));
  const lines = found.text.split(lineEnd).map((line) => (line === "" ? ">" : `> ${line}`));
  const link = url === undefined ? title : `[${title}](${escapeAddress(url)})`;
  const updated = updatedAt === undefined ? "" : `, updated ${updatedAt.slice(0, dateLength)}`;
  return `${lines.join("\n")}\n\nSource: ${link}${updated}\n\n`;
}

function escapeAddress(url: string): string {
  return url.replace(
    /[()<>\s\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]<>*_`]/g, (mark) => `\\${mark}`).replace(/\s+/g, " ");
}
