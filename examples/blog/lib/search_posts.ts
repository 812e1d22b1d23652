import { PosternError } from "postern/client";
import { searchClient } from "./search_client";

/** Searches the posts. The message says why Postern refused the query. */
export async function searchPosts(q: string, cursor: string | undefined) {
  try {
    return { ...(await searchClient.search(q, { in: ["posts"], cursor })).data, message: undefined };
  } catch (error) {
    if (!(error instanceof PosternError) || error.problem === undefined) throw error;
    return {
      results: [],
      nextCursor: null,
      excluded: [],
      noGoodMatch: undefined,
      message: error.problem.detail ?? error.problem.title,
    };
  }
}
