import type { Organization } from "../../../content/mod.ts";
import { ProblemError } from "../../../http/mod.ts";
import { type Search, SearchIndexTooLargeError } from "../../../search/mod.ts";
import { type RebuiltIndex } from "../../../search/mod.ts";

/** Builds and saves the search indexes of an organization. */
export async function rebuildIndexes(
  search: Search,
  organization: Organization,
): Promise<RebuiltSearchIndexes> {
  try {
    return {
      posts: await search.rebuild(organization, "posts"),
      knowledge: await search.rebuild(organization, "knowledge"),
    };
  } catch (error) {
    if (!(error instanceof SearchIndexTooLargeError)) throw error;
    throw new ProblemError("search-too-large", error.message, { cause: error });
  }
}

/** A search index that was built anew. */
export type RebuiltSearchIndex = RebuiltIndex;

/** The search indexes of an organization that were built anew. */
export interface RebuiltSearchIndexes {
  /** The public posts. */
  posts: RebuiltSearchIndex;
  /** The texts of the knowledge base. */
  knowledge: RebuiltSearchIndex;
}
