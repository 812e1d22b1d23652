import type { KnowledgeBase, MissedQueries } from "../../content/mod.ts";
import { jsonResponse, type PreparedResponse, textResponse } from "../../exchange/mod.ts";
import { notAllowed, parseQuery as parseParameters } from "../../http/query_parameters.ts";
import { preferredType, type QuerySchema } from "../../http/mod.ts";
import { parseQuery, type PostSearch, type ResultPlace, Search, type SearchDeps } from "../../search/mod.ts";
import { linkToNext } from "../posts/list_posts.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { convertSearchErrors } from "./convert_search_errors.ts";
import { explainSearch } from "./explain_search.ts";
import { rebuildIndexes } from "./rebuild_indexes.ts";
import { resultPlaceOf, toResultCursor } from "./result_cursor.ts";
import type { ProblemError } from "../../problems/mod.ts";
import {
  toContextPassage,
  toMarkdownPassage,
  toPage,
  toSearchResult,
  toSource,
} from "./represent_results.ts";
import {
  contextParameters,
  knowledgeListParameters,
  knowledgeSearchParameters,
  relatedParameters,
  type SearchFilters,
  searchParameters,
  suggestParameters,
} from "./search_parameters.ts";
import type { KnowledgeRequest, SearchHandlers, SearchRequest } from "./search_port.ts";

/** Dependencies of the handlers of search. */
export interface SearchHandlerDeps extends SearchDeps {
  knowledgeBase: KnowledgeBase;
  missedQueries: MissedQueries;
}

const vary = { vary: "accept" };
const markdownHeaders = { ...vary, "content-type": "text/markdown; charset=utf-8" };
/** Name in the cursors of the list of texts, which distinguishes them from those of other lists. */
const textList = "knowledge-base";

/** Creates the handlers of search. */
export function createSearchHandlers(deps: SearchHandlerDeps): SearchHandlers {
  const search = new Search(deps);
  return {
    search: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { q, cursor, limit, ...filters } = request.match.query(reading(searchParameters));
      const found = await search.find(toSearch(asked, filters, limit), parseQuery(q), placeOf(cursor));
      const results = found.results.map((result) => toSearchResult(organization, result));
      const nextCursor = toResultCursor(found.next);
      if (results.length === 0 && cursor === undefined) {
        const counted = deps.missedQueries.add(organization.slug, q);
        if (counted !== undefined) await counted;
      }
      const headers = nextCursor === null ? {} : { link: linkToNext(request.url, nextCursor) };
      return jsonResponse({ results, nextCursor }, 200, headers);
    }),
    suggest: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { q, limit, ...filters } = request.match.query(reading(suggestParameters));
      const found = await search.suggest(toSearch(asked, filters, limit), parseQuery(q));
      const suggestions = found.map((result) => {
        const { type, name, slug, url } = toSource(organization, result);
        if (type === "faq") return { type, text: result.heading, slug, url };
        return { type, text: name, slug, url: toPage(organization, result).url };
      });
      return jsonResponse({ suggestions });
    }),
    related: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { limit } = request.match.query(reading(relatedParameters));
      const filters = { in: new Set(["post"] as const) };
      const found = await search.related(toSearch(asked, filters, limit), request.match.params["slug"] ?? "");
      return jsonResponse({ related: found.map((result) => toPage(organization, result)) });
    }),
    context: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { q, maxTokens, format, ...filters } = request.match.query(reading(contextParameters));
      const accepted = preferredType(request.incoming.headers.get("accept"), [
        "application/json",
        "text/markdown",
      ]);
      const isMarkdown = format === undefined ? accepted === "text/markdown" : format === "markdown";
      const { passages, tokens } = await search.context(toSearch(asked, filters, 50), parseQuery(q), {
        maxTokens,
        render: (found) => toMarkdownPassage(organization, found),
      });
      if (isMarkdown) {
        const text = passages.map(({ rendered }) => rendered).join("\n");
        return textResponse(200, text, markdownHeaders);
      }
      const represented = passages.map((found) => toContextPassage(organization, found));
      return jsonResponse({ passages: represented, tokens }, 200, vary);
    }),
    searchTexts: refusing(async ({ organization, request }: KnowledgeRequest) => {
      const { q, cursor, limit } = request.match.query(reading(knowledgeSearchParameters));
      const page = { limit, after: placeOf(cursor), signal: request.incoming.signal };
      const found = await search.findTexts(organization, parseQuery(q), page);
      const results = found.results.map(({ id, createdAt, score, text, highlights }) => ({
        id,
        createdAt: new Date(createdAt).toISOString(),
        score,
        passage: { text, highlights },
      }));
      return jsonResponse({ results, nextCursor: toResultCursor(found.next) });
    }),
    explain: (organization, query) => explainSearch(search, organization, query),
    rebuild: (organization) => rebuildIndexes(search, organization),
    listTexts: async ({ organization, request }: KnowledgeRequest) => {
      const { limit, cursor } = request.match.query(reading(knowledgeListParameters));
      const after = cursor === undefined ? undefined : decodeCursor(cursor, textList);
      if (cursor !== undefined && after === undefined) throw invalidCursor();
      const query = after === undefined ? { limit } : { limit, after };
      const { entries, next } = await deps.knowledgeBase.list(organization.slug, query);
      const texts = entries.map(({ id, text, createdAt }) => ({ id, text, createdAt }));
      return jsonResponse({ texts, nextCursor: next === null ? null : encodeCursor(next, textList) });
    },
  };
}

/** Converts the errors of a search to problems. */
function refusing<Asked>(
  handle: (asked: Asked) => Promise<PreparedResponse>,
): (asked: Asked) => Promise<PreparedResponse> {
  return (asked) =>
    convertSearchErrors(
      () => handle(asked),
      (message) => notAllowed("q", message),
    );
}

function reading<Output extends object>(
  schema: QuerySchema<Output>,
): (parameters: URLSearchParams) => Output {
  return (parameters) => parseParameters(schema, parameters);
}

function toSearch(
  { organization, hasKey, revision, request }: SearchRequest,
  { in: types, ...filters }: SearchFilters,
  limit: number,
): PostSearch {
  const readsPaid = hasKey || organization.paidContent !== "key";
  const { signal } = request.incoming;
  return { organization, revision, filter: { ...filters, types, readsPaid }, limit, signal };
}

function placeOf(cursor: string | undefined): ResultPlace | undefined {
  if (cursor === undefined) return undefined;
  const place = resultPlaceOf(cursor);
  if (place === undefined) throw invalidCursor();
  return place;
}

function invalidCursor(): ProblemError {
  return notAllowed("cursor", "must be the nextCursor of an earlier response");
}
