import type { FileOptions } from "./file_options.ts";

/** Formats of files with one post. */
export const postFileFormats = ["markdown", "html", "medium"] as const;

/** A file with one post. It can be cloned. */
export interface PostFile {
  format: (typeof postFileFormats)[number];
  text: string;
  /** The file's name for messages. */
  file: string;
  options: FileOptions;
}
