import { PosternError, type SearchQuery } from "postern/client";
import { postern } from "./postern";

/** Searches posts and questions. The message says why Postern refused the query. */
export async function searchPosts(q: string, query: SearchQuery) {
  try {
    return { ...(await postern.search(q, query)).data, message: undefined };
  } catch (error) {
    if (!(error instanceof PosternError) || error.problem === undefined) throw error;
    return { results: [], nextCursor: null, message: error.problem.detail ?? error.problem.title };
  }
}
