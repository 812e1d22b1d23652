import type { KeyPart, Store, Stored } from "../store/mod.ts";

/** Range, filter and size of a page of records. */
export interface MatchScan<Data> {
  prefix: readonly KeyPart[];
  reverse: boolean;
  limit: number;
  /** `next` of the previous page. */
  after: string | undefined;
  /** Maximum number of records that one page reads. It limits the time of a filter with few matches. */
  mostScanned: number;
  /** Number of records in a batch. */
  batch: number;
  isMatch: (data: Data) => boolean;
}

/** Reads a range from the end of the previous page, until the page is full or the scan limit is reached. */
export async function scanMatches<Data>(
  store: Store,
  partition: readonly string[],
  { prefix, reverse, limit: most, after: start, mostScanned, batch, isMatch }: MatchScan<Data>,
): Promise<{ matches: Stored<Data>[]; next: string | null }> {
  const matches: Stored<Data>[] = [];
  let after = start;
  const turns = store.turns();
  for (let scanned = 0; scanned < mostScanned; scanned += batch) {
    // One more than a page: if all records match, one read fills the page and finds out if it is the last.
    const limit = scanned === 0 ? Math.min(most + 1, batch) : batch;
    const options = { prefix, limit, reverse };
    if (turns.isOver) await turns.next();
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
