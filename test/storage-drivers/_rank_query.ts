import type { RankQuery } from "../../lib/store/mod.ts";

/** The parts of a rank query that tests of the tables share. */
export const rankQuery: Omit<RankQuery, "index" | "clauses" | "excludedWords"> = {
  excludedPhrases: [],
  filter: { types: [0], readsPaid: true },
  weights: [1, 1, 1, 1, 1, 1],
  phraseWeight: 2,
  saturation: 1.2,
  lengthWeight: 0.6,
  leastShare: 0,
  mostOfPhrase: 2,
  now: Infinity,
  limit: 10,
  after: undefined,
};
