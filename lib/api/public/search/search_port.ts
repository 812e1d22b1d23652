import type { Caller } from "../../../access/mod.ts";
import type { AdminSearchPage, AdminSearchQuery } from "../../actions/search_actions.ts";
import type { Organization } from "../../../content/mod.ts";
import type { ExchangeRequest, PreparedResponse } from "../../../http/mod.ts";
import type { RebuiltSearchIndexes } from "./rebuild_indexes.ts";

/** A request for a search in the posts of an organization, whose caller may read them. */
export interface SearchRequest {
  request: ExchangeRequest;
  organization: Organization;
  /** Null for a caller without a key. */
  caller: Caller | null;
  /** Revision of the posts, if the source has one. */
  revision: string | undefined;
}

/** A request for knowledge texts, whose caller may read them. */
export interface KnowledgeRequest {
  request: ExchangeRequest;
  caller: Caller;
  organization: Organization;
}

/** Name of an endpoint that searches posts. */
export type PostSearchName = "search" | "suggest" | "context" | "related";

/** The handlers of search. They are loaded on the first request for one of them: other requests do without their code. */
export interface SearchHandlers extends Record<
  PostSearchName,
  (search: SearchRequest) => Promise<PreparedResponse>
> {
  searchTexts: (search: KnowledgeRequest) => Promise<PreparedResponse>;
  listTexts: (search: KnowledgeRequest) => Promise<PreparedResponse>;
  /** Searches for members of the organization, and explains the results. */
  explain: (organization: Organization, query: AdminSearchQuery) => Promise<AdminSearchPage>;
  /** Builds and saves the indexes of an organization. */
  rebuild: (organization: Organization) => Promise<RebuiltSearchIndexes>;
}
