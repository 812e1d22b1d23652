import type { Organization } from "../../../content/mod.ts";
import { ProblemError } from "../../../http/mod.ts";
import { type Search, SearchIndexTooLargeError } from "../../../search/mod.ts";
import type { RebuiltSearchIndexes } from "./rebuilt_search_indexes.ts";

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
