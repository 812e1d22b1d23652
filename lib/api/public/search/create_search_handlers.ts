import type { KnowledgeBase, MissedQueries, Organization, Post } from "../../../content/mod.ts";
import {
  jsonResponse,
  type PreparedResponse,
  textResponse,
  notAllowed,
  parseQuery as parseParameters,
  type ProblemError,
  preferredType,
  type QuerySchema,
} from "../../../http/mod.ts";
import {
  type FoundPost,
  isEmptyQuery,
  parseQuery,
  type PostSearch,
  type ResultPlace,
  Search,
  type SearchDeps,
} from "../../../search/mod.ts";
import { given } from "../../../base/given.ts";
import { toJson } from "../../../base/text/well_formed.ts";
import { reasonOfRefusal } from "../../../base/text_work_errors.ts";
import type { TextWork } from "../../../import/text_work/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { toMarkdownBody } from "../../representations/represent_markdown.ts";
import { toKnowledgeText } from "../../representations/knowledge_schema.ts";
import type { SearchNotices } from "../../representations/search_schema.ts";
import { endOfList, listResponse } from "../list_response.ts";
import { decodeCursor, encodeCursor } from "../posts/cursor.ts";
import { checkReadsKnowledge } from "./check_reads_knowledge.ts";
import { convertSearchErrors } from "./convert_search_errors.ts";
import { explainSearch } from "./explain_search.ts";
import { rebuildIndexes } from "./rebuild_indexes.ts";
import { resultPlaceOf, toResultCursor } from "./result_cursor.ts";
import {
  toContextPassage,
  toMarkdownPassage,
  toNotices,
  toPage,
  toReason,
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
  options: Pick<ApiOptions, "limits">;
}

const vary = { vary: "accept" };
const markdownHeaders = { ...vary, "content-type": "text/markdown; charset=utf-8" };
/** Name in the cursors of the list of texts, which distinguishes them from those of other lists. */
const textList = "knowledge-base";

export function createSearchHandlers(deps: SearchHandlerDeps): SearchHandlers {
  const search = new Search(deps);
  /** Responds with the results that fit in a page. */
  const firstOf = async (
    name: string,
    { request }: SearchRequest,
    found: readonly FoundPost[],
    represent: (result: FoundPost) => object,
    notices: SearchNotices = {},
  ): Promise<PreparedResponse> =>
    listResponse(
      {
        limit: found.length,
        start: `{"${name}":[`,
        end: () => `]${Object.keys(notices).length === 0 ? "}" : `,${toJson(notices).slice(1)}`}`,
        toCursor: (next) => next,
        read: async ({ limit }) => ({ items: found.slice(0, limit), next: null }),
        write: (result) => [toJson(represent(result))],
      },
      request.incoming,
      deps,
    );
  return {
    search: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { q, cursor, limit, ...filters } = request.match.query(reading(searchParameters));
      const query = parseQuery(q);
      let notices: SearchNotices = {};
      return listResponse(
        {
          limit,
          start: '{"results":[',
          search: request.match.search,
          toCursor: (next) => next,
          end: (next) => endOfList(notices)(next),
          read: async (part) => {
            const found = await search.find(toSearch(asked, filters, part.limit), query, placeOf(cursor));
            notices = toNotices(query, found);
            if (found.results.length === 0 && cursor === undefined && !isEmptyQuery(query)) {
              request.keep(deps.missedQueries.add(organization.slug, q, request.workTime));
            }
            return { items: found.results, next: toResultCursor(found.next) };
          },
          write: (result) => [toJson(toSearchResult(organization, result))],
        },
        request.incoming,
        deps,
      );
    }),
    suggest: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { q, limit, ...filters } = request.match.query(reading(suggestParameters));
      const query = parseQuery(q);
      const found = await search.suggest(toSearch(asked, filters, limit), query);
      const represent = (result: FoundPost): object => {
        const { type, name, slug, url } = toSource(organization, result);
        if (type === "faq") return { type, text: result.heading, slug, url };
        return { type, text: name, slug, url: toPage(organization, result).url };
      };
      return firstOf("suggestions", asked, found.results, represent, toNotices(query, found));
    }),
    related: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { limit } = request.match.query(reading(relatedParameters));
      const filters = { in: new Set(["post"] as const) };
      const found = await search.related(toSearch(asked, filters, limit), request.match.params["slug"] ?? "");
      return firstOf("related", asked, found, (result) => toPage(organization, result));
    }),
    context: refusing(async (asked: SearchRequest) => {
      const { organization, request } = asked;
      const { q, maxTokens, format, ...filters } = request.match.query(reading(contextParameters));
      const accepted = preferredType(request.incoming.headers.get("accept"), [
        "application/json",
        "text/markdown",
      ]);
      const isMarkdown = format === undefined ? accepted === "text/markdown" : format === "markdown";
      const query = parseQuery(q);
      const { passages, tokens, isApproximate, shortfall } = await search.context(
        toSearch(asked, filters, 50),
        query,
        {
          maxTokens,
          toMarkdown: (post) => markdownOf(organization, post, deps.textWork.of(organization.slug)),
          render: (found) => toMarkdownPassage(organization, found),
        },
      );
      const reason = shortfall && toReason(shortfall);
      if (isMarkdown) {
        const text = reason ?? passages.map(({ rendered }) => rendered).join("");
        return textResponse(200, `${text.trimEnd()}\n`, markdownHeaders);
      }
      const represented = passages.map((found) => toContextPassage(organization, found));
      const notices = toNotices(query, { isApproximate, isWeak: shortfall?.isTooLong === false });
      return jsonResponse({ passages: represented, tokens, ...notices, ...given({ reason }) }, 200, vary);
    }),
    searchTexts: refusing(async ({ organization, request }: KnowledgeRequest) => {
      const { q, cursor, limit } = request.match.query(reading(knowledgeSearchParameters));
      const page = { after: placeOf(cursor), signal: request.incoming.signal };
      const query = parseQuery(q);
      let notices: SearchNotices = {};
      return listResponse(
        {
          limit,
          start: '{"results":[',
          toCursor: (next) => next,
          end: (next) => endOfList(notices)(next),
          read: async (part) => {
            const found = await search.findTexts(organization, query, { ...page, limit: part.limit });
            notices = toNotices(query, found);
            return { items: found.results, next: toResultCursor(found.next) };
          },
          write: ({ entry: { id, title, source, tags, createdAt }, score, share, snippet, passage }) => [
            toJson({ id, title, source, tags, createdAt, score, share, snippet, passage }),
          ],
        },
        request.incoming,
        deps,
      );
    }),
    explain: (organization, query) => explainSearch(search, organization, query),
    rebuild: (organization) => rebuildIndexes(search, organization),
    listTexts: async ({ organization, request }: KnowledgeRequest) => {
      const { limit, cursor } = request.match.query(reading(knowledgeListParameters));
      const after = cursor === undefined ? undefined : decodeCursor(cursor, textList);
      if (cursor !== undefined && after === undefined) throw invalidCursor();
      return listResponse(
        {
          ...(after === undefined ? { limit } : { limit, after }),
          areLarge: true,
          start: '{"texts":[',
          toCursor: (next) => encodeCursor(next, textList),
          read: async (part) => {
            const { entries: items, next } = await deps.knowledgeBase.list(organization.slug, part);
            return { items, next };
          },
          write: (entry) => [toJson(toKnowledgeText(entry))],
        },
        request.incoming,
        deps,
      );
    },
  };
}

/** Returns the content of a post as Markdown. It is empty if the content is too long or the server is busy, so that passages are plain text. */
async function markdownOf(organization: Organization, post: Post, textWork: TextWork): Promise<string> {
  try {
    return await toMarkdownBody(organization, post, textWork);
  } catch (error) {
    reasonOfRefusal(error);
    return "";
  }
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
  { organization, caller, revision, request }: SearchRequest,
  { in: types, ...filters }: SearchFilters,
  limit: number,
): PostSearch {
  if (types.has("knowledge")) checkReadsKnowledge(caller);
  const readsPaid = caller !== null || organization.paidContent !== "key";
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
