import type { StoredPostWithHtml, StoredRedirect } from "../../content/mod.ts";

/** A part of a file. Parts of the same name follow each other, and make one file. */
export interface FilePart {
  /** Path of the file, such as `posts/hello.md`. */
  file: string;
  text: string;
}

/** A post of an export with its earlier addresses. */
export interface LeavingPost {
  post: StoredPostWithHtml;
  redirects: readonly StoredRedirect[];
}

/** A written post. */
export interface WrittenPart extends FilePart {
  /** Names of the fields that an import of the file does not bring back as they are. */
  notKept: string[];
}

/** Writes an organization's posts for another system. */
export interface SiteFormat {
  /** Returns the beginning of the files. */
  start(): FilePart[];
  add(leaving: LeavingPost): Promise<WrittenPart>;
  /**
   * Returns the end of the files.
   *
   * @param notKept numbers of values that the files do not keep, by the names of the fields. The files name them
   */
  end(notKept: Readonly<Record<string, number>>): Iterable<FilePart>;
}
