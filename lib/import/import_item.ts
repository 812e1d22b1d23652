import type { PostInput } from "../content/mod.ts";

/** A place in a file. Lines and columns begin at 1. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** What a reader finds in a file. */
export type ImportItem =
  /** A post, as good as the file: it is validated when it is put. */
  | { kind: "post"; input: PostInput; place: Place }
  /** What is no post, or not to be published, and why. */
  | { kind: "skipped"; reason: string; place: Place }
  /** What the operator should know of. */
  | { kind: "note"; text: string; place: Place };

/** A file that can be read from its beginning as often as it is needed. */
export interface ImportSource {
  /** Its name, for messages. */
  file: string;
  /** The text in parts, decoded. */
  read(): AsyncIterable<string>;
}

/** Options of the readers of exports and feeds. */
export interface ReadOptions {
  /** Absolute URL of the organization's site: relative addresses of images begin there. */
  siteUrl: string;
}

/** A place as compilers write it: `posts/a.md:3:1`. */
export function formatPlace({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
