import type { CustomField, PostInput } from "../content/mod.ts";

/** A place in a file. Lines and columns start at 1. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
}

/** An item that a reader finds in a file. */
export type ImportItem = ImportedPost | SkippedItem | ImportNote;

/** A post that is not validated yet. The import validates it. */
export interface ImportedPost {
  kind: "post";
  input: PostInput;
  /** The item's key in its source, such as a file's path. A repeated import finds the post by it. Default: by its slug. */
  key?: string;
  /** Path of the item's file, from which its links lead. Default: the key. */
  path?: string;
  /** The post's id in an export of Postern. A new post gets it, unless another post has it. Default: the next id. */
  id?: number;
  /** The post's address on its old site: an absolute URL, or a path. Default: unknown. */
  sourceUrl?: string;
  /** Other addresses that show the post on its old site, such as `/?p=12`. Links to them lead to the post. Default: none. */
  otherAddresses?: readonly string[];
  /** Text that is the same for all translations of the post. */
  translationKey?: string;
  /** Names of the item's fields that neither a post nor the organization's fields have. The import counts them. Default: none. */
  notKept?: readonly string[];
  /** The slug to which links from other posts lead, if the slug of the input is taken. Default: the slug of the input. */
  newSlug?: string;
  /** Line of the file at which the Markdown begins. Default: unknown. */
  bodyLine?: number;
  place: Place;
}

/** An item of the source that is not imported, such as a list page or a menu. */
export interface SkippedItem {
  kind: "skipped";
  /** The kind of item for the summary, in lower case with hyphens, such as `list-page` or `menu-item`. */
  category?: string;
  reason: string;
  /** Number of such items. Default: 1. */
  count?: number;
  /** False if the item is no content of a post, such as a menu. Such items do not change the exit code. Default: true. */
  isLoss?: boolean;
  place: Place;
}

/** A note for the operator about a post that is imported, such as a shortcode that could not be rendered. */
export interface ImportNote {
  kind: "note";
  /** The kind of note for the summary, in lower case with hyphens, such as `shortcode` or `tag-limit`. */
  category?: string;
  text: string;
  /** Number of times that it occurs in the post. Default: 1. */
  count?: number;
  /** True if content of the post was lost. Default: false. */
  isLoss?: boolean;
  place: Place;
}

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
  /** Current time in milliseconds since the epoch. Posts that have expired are archived. Default: the system time. */
  now?: number;
  /** Fields of the organization's posts, whose values WordPress's custom fields can have. Default: none. */
  postFields?: readonly CustomField[];
  /** False if only the keys, slugs and addresses are needed, as in the first pass over an export. Default: true. */
  content?: boolean;
}

/** Formats a place as compilers do: `posts/a.md:3:1`. */
export function formatPlace({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}
