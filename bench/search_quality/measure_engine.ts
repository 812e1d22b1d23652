import type { Collection, Kind } from "./collections.ts";
import type { Engine } from "./engine.ts";
import type { KnownItemQuery } from "./make_queries.ts";

/** Quality of an engine for the queries of a collection. */
export interface Quality {
  engine: string;
  language: string;
  kind: Kind;
  documents: number;
  /** Share of the queries whose document is among the first 10 results. */
  recall: number;
  /** Mean of 1 / rank. The rank of a document after the first 10 results counts as infinite. */
  reciprocalRank: number;
  /** Queries that the engine refused. They count as not found. */
  refused: number;
  /** Rank of the document of each query, from 1. 0 if it is not among the first 10 results. */
  ranks: { query: string; wanted: string; rank: number }[];
}

/** Indexes a collection and runs its queries. */
export async function measureEngine(
  engine: Engine,
  { language, kind, documents }: Collection,
  queries: readonly KnownItemQuery[],
): Promise<Quality> {
  const find = await engine.index(documents, language);
  const ranks: Quality["ranks"] = [];
  let refused = 0;
  for (const { text, wanted } of queries) {
    const ids = await find(text).catch((): string[] => {
      refused++;
      return [];
    });
    ranks.push({ query: text, wanted, rank: ids.indexOf(wanted) + 1 });
  }
  const found = ranks.filter(({ rank }) => rank > 0);
  return {
    engine: engine.name,
    language,
    kind,
    documents: documents.length,
    recall: found.length / ranks.length,
    reciprocalRank: found.reduce((sum, { rank }) => sum + 1 / rank, 0) / ranks.length,
    refused,
    ranks,
  };
}
