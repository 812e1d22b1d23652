import type { Feed, FeedEntry } from "./feed.ts";

/** A feed without its entries. */
export type FeedHead = Omit<Feed, "entries">;

/** Writes a feed in parts, so that a long feed needs no long turn and can end early. */
export interface FeedWriter {
  start: (feed: FeedHead) => string;
  entry: (entry: FeedEntry, feed: FeedHead) => string;
  /** Text between two entries. */
  separator: string;
  end: string;
}

/** Writes a whole feed. */
export function writeFeed({ start, entry, separator, end }: FeedWriter, feed: Feed): string {
  return start(feed) + feed.entries.map((one) => entry(one, feed)).join(separator) + end;
}
