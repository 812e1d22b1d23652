import type { Awaitable } from "../../base/awaitable.ts";
import type { MissedQueries, MissedQueryReport, Organization, PostListQuery } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import type { SearchMatch } from "../../search/mod.ts";
import type { SearchNotices, SearchPassage } from "../representations/search_schema.ts";
import { type AdminActor, requirePermitted, organizationOf } from "./admin_actor.ts";

/** Kind of a search result. */
type FoundType = "post" | "faq";

/** A search in the posts that lists show. */
export interface AdminSearchQuery extends Pick<
  PostListQuery,
  "section" | "language" | "tag" | "tags" | "notTags"
> {
  /** Words, `"phrases in quotes"`, and exclusions, as in the public search. */
  q: string;
  /** Kinds of results. Default: both. */
  in?: readonly FoundType[];
  /** Maximum number of results, at most 50. Default: 10. */
  limit?: number;
  /** `nextCursor` of an earlier page of the same search. */
  cursor?: string;
}

/** A post or a FAQ entry that a search has found, and the reasons for it. */
export interface AdminSearchResult {
  type: FoundType;
  /** Id of the post. */
  id: number;
  slug: string;
  name: string;
  url: string;
  heading?: string;
  fragment?: string;
  inLanguage: string;
  score: number;
  /** Share of the query that the result has, weighted by how rare its words are, from 0 to 1. */
  share: number;
  /** At most 200 characters of the best passage, around most of the found words. */
  snippet: SearchPassage;
  /** The same with at most 400 characters. */
  passage: SearchPassage;
  matches: readonly SearchMatch[];
}

/** A page of results, the best first. */
export interface AdminSearchPage extends SearchNotices {
  results: AdminSearchResult[];
  nextCursor: string | null;
  /** The words and phrases that the query wants, as typed, without exclusions and signs around them. */
  wanted: string;
}

/** Searches the posts of an organization, including the content of posts that are not free. */
export type ExplainSearch = (organization: Organization, query: AdminSearchQuery) => Promise<AdminSearchPage>;

/** Dependencies of {@link SearchActions}. */
export interface SearchActionsDeps {
  findOrganization(slug: string): Awaitable<Organization | null>;
  explainSearch: ExplainSearch;
  missedQueries: MissedQueries;
}

/** Search in the posts of an organization, for its members. It needs `posts:read`, and finds the posts that lists show. */
export class SearchActions {
  readonly #deps: SearchActionsDeps;

  constructor(deps: SearchActionsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a page of posts and FAQ entries, with the reasons for which they match.
   *
   * @throws {InvalidInputError} if the query is blank or too long, or another value is not allowed
   * @throws {NotFoundError} if the organization does not exist
   */
  async find(actor: AdminActor, query: AdminSearchQuery): Promise<AdminSearchPage> {
    requirePermitted(actor, "posts:read");
    const { organizationSlug } = actor;
    const organization = await organizationOf(actor, (slug) => this.#deps.findOrganization(slug));
    if (organization === null) {
      throw new NotFoundError(`Cannot search: the organization "${organizationSlug}" does not exist`);
    }
    return this.#deps.explainSearch(organization, query);
  }

  /** Returns the queries of callers of the public search that found nothing in the last 30 days, the most frequent first. */
  async listMissed(actor: AdminActor): Promise<MissedQueryReport> {
    requirePermitted(actor, "posts:read");
    return this.#deps.missedQueries.list(actor.organizationSlug);
  }
}
