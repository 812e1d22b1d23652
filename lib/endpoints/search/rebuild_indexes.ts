import type { Organization } from "../../content/mod.ts";
import { ProblemError } from "../../problems/mod.ts";
import { type Search, SearchIndexTooLargeError } from "../../search/mod.ts";
import type { RebuiltSearchIndex, RebuiltSearchIndexes } from "./rebuilt_search_indexes.ts";

/** Builds and saves the search indexes of an organization. */
export async function rebuildIndexes(
  search: Search,
  organization: Organization,
): Promise<RebuiltSearchIndexes> {
  const rebuild = async (kind: "posts" | "knowledge"): Promise<RebuiltSearchIndex> => {
    const { index, saved } = await search.rebuild(organization, kind);
    return {
      documents: index.documents.length,
      passages: index.passages.length,
      words: index.live.words,
      memoryBytes: index.bytes,
      savedBytes: saved === null ? null : saved.stored,
    };
  };
  try {
    return { posts: await rebuild("posts"), knowledge: await rebuild("knowledge") };
  } catch (error) {
    if (!(error instanceof SearchIndexTooLargeError)) throw error;
    throw new ProblemError("search-too-large", error.message, { cause: error });
  }
}
