import { random } from "./search_posts.ts";

/** Options of {@link measureQueries}. */
export interface QueryMeasurement {
  /** Words of the posts that queries are made of. */
  texts: readonly string[][];
  /** Number of measured queries of each kind. */
  queries: number;
  /** Number of queries of each kind before the measured ones. */
  warmUp: number;
  /** Runs a query. Returns the number of results. */
  search: (query: string) => Promise<number>;
  /** Starts a measurement. Returns a function for the milliseconds since. */
  start: () => () => number;
}

const misspelled = (word: string): string => `${word.slice(0, -1)}q`;

const kinds: readonly [name: string, queryOf: (words: string[]) => string][] = [
  ["Three words", (words) => `${words.join(" ")} `],
  ["Three words, the last a prefix", ([a = "", b = "", c = ""]) => `${a} ${b} ${c.slice(0, 3)}`],
  ["Three words, one with a typo", ([a = "", b = "", c = ""]) => `${a} ${b} ${misspelled(c)} `],
  ["A phrase of three words", (words) => `"${words.join(" ")}"`],
];

/** Measures queries of words from a random place of a random post. Returns the rows of a table. */
export async function measureQueries(measured: QueryMeasurement): Promise<string[]> {
  const rows: string[] = [];
  for (const [name, queryOf] of kinds) rows.push(await measureKind(name, queryOf, measured));
  return rows;
}

async function measureKind(
  name: string,
  queryOf: (words: string[]) => string,
  { texts, queries, warmUp, search, start }: QueryMeasurement,
): Promise<string> {
  const times: number[] = [];
  let found = 0;
  for (let number = -warmUp; number < queries; number++) {
    const text = texts[Math.floor(random() * texts.length)] ?? [];
    const at = Math.floor(random() * (text.length - 3));
    const query = queryOf(text.slice(at, at + 3));
    const elapsed = start();
    const results = await search(query);
    if (number < 0) continue;
    times.push(elapsed());
    found += results;
  }
  times.sort((one, other) => one - other);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  return `| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${(found / queries).toFixed(1)} |`;
}
