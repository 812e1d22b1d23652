import type { PostInput } from "../content/mod.ts";

/** A place in a file. Lines and columns start at 1. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** An item that a reader finds in a file. */
export type ImportItem =
  /** A post that is not validated yet. The import validates it. */
  | { kind: "post"; input: PostInput; place: Place }
  /** An item that is not a post or must not be published, with the reason. */
  | { kind: "skipped"; reason: string; place: Place }
  /** A note for the operator. */
  | { kind: "note"; text: string; place: Place };

/** A file that can be read several times, each time from the beginning. */
export interface ImportSource {
  /** The file's name for messages. */
  file: string;
  /** Yields the decoded text in chunks. */
  read(): AsyncIterable<string>;
}

/** Options of the readers of exports and feeds. */
export interface ReadOptions {
  /** Absolute URL of the organization's site. Relative image URLs are resolved against it. */
  siteUrl: string;
}

/** Formats a place as compilers do: `posts/a.md:3:1`. */
export function formatPlace({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
