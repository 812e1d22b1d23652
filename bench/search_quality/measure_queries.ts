import type { FindDocuments } from "./engine.ts";
import type { JudgedQuery } from "./judged_query.ts";
import { countedResults, ndcg } from "./ndcg.ts";

/** The score of an engine for a query. */
export interface QueryScore extends Pick<JudgedQuery, "query" | "kind" | "half"> {
  engine: string;
  site: string;
  language: string;
  /** nDCG@5. A query that the engine refuses has 0. */
  score: number;
  /** Results among the first 5 that nobody has judged. */
  unjudged: string[];
  /** The first 5 results. */
  ids: string[];
}

/** Runs the queries that have an answer. */
export async function measureQueries(
  queries: readonly JudgedQuery[],
  of: Pick<QueryScore, "engine" | "site" | "language">,
  find: FindDocuments,
): Promise<QueryScore[]> {
  const scores: QueryScore[] = [];
  for (const { query, kind, half, grades } of queries) {
    if (kind === "no-answer") continue;
    const found = await find(query).catch((): string[] => []);
    const ids = found.slice(0, countedResults);
    const unjudged = ids.filter((id) => !grades.has(id));
    scores.push({ ...of, query, kind, half, score: ndcg(ids, grades), unjudged, ids });
  }
  return scores;
}
