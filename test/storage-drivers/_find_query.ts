import type { FindQuery } from "../../lib/store/mod.ts";

/** The parts of a query for results that tests of the tables share. */
export const findQuery: Omit<FindQuery, "probes" | "countedWords"> = {
  most: 10,
  phrases: [],
  requiredPhrases: [],
  mostOfPhrases: 2,
  excludedWords: [],
  excludedPhrases: [],
  filter: { types: [0], readsPaid: true },
  now: Infinity,
};
