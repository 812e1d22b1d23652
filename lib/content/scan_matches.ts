import type { KeyPart, Store, Stored } from "../store/mod.ts";

/** Which records of a range make a page. */
export interface MatchScan<Data> {
  prefix: readonly KeyPart[];
  reverse: boolean;
  limit: number;
  /** What `next` of the page before said. */
  after: string | undefined;
  /** How many records one page may look at, so that what matches little costs a bounded time. */
  mostScanned: number;
  /** How many are read at a time. */
  batch: number;
  isMatch: (data: Data) => boolean;
}

/** Walks a range from where the page before ended, until the page is full or enough was looked at. */
export async function scanMatches<Data>(
  store: Store,
  partition: readonly string[],
  { prefix, reverse, limit: most, after: start, mostScanned, batch, isMatch }: MatchScan<Data>,
): Promise<{ matches: Stored<Data>[]; next: string | null }> {
  const matches: Stored<Data>[] = [];
  let after = start;
  for (let scanned = 0; scanned < mostScanned; scanned += batch) {
    // One more than a page, so that a list of which all match is read at once and knows its end.
    const limit = scanned === 0 ? Math.min(most + 1, batch) : batch;
    const options = { prefix, limit, reverse };
    const records: Stored<Data>[] = await store.list(
      partition,
      after === undefined ? options : { ...options, after },
    );
    for (const record of records) {
      if (isMatch(record.data)) {
        if (matches.length === most) return { matches, next: after ?? null };
        matches.push(record);
      }
      after = record.key;
    }
    if (records.length < limit) return { matches, next: null };
  }
  return { matches, next: after ?? null };
}
