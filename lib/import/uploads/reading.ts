import type { FileOptions } from "../file_options.ts";
import type { PageLinksOptions } from "../links/page_links.ts";
import type { TextWork } from "../text_work/mod.ts";
import type { UploadKind } from "./upload_kind.ts";

/** Progress of the reading of an upload: bytes of an export, or files of a zip. */
export interface ReadingProgress {
  done: number;
  total: number;
  unit: "bytes" | "files";
  /** True in the first reading, which checks the upload. */
  isChecking: boolean;
}

/** Settings for the reading of an upload. */
export interface Reading {
  /** Absolute URL of the organization's site. Relative image URLs are resolved against it. */
  siteUrl: string;
  /** Language of posts without a language. Default: such posts are no translations. */
  language?: string | undefined;
  /** Kind of the files in a zip. Default: detected. */
  format?: Exclude<UploadKind, "zip"> | undefined;
  slugFrom?: FileOptions["slugFrom"] | undefined;
  languageFrom?: FileOptions["languageFrom"] | undefined;
  /** Fields of the organization's posts. */
  postFields: NonNullable<FileOptions["postFields"]>;
  /** Returns the new addresses for the links between the files of a source. Default: links stay as they are. */
  links?: (source: string) => Pick<PageLinksOptions, "slugs" | "addressOf" | "keyPrefix">;
  /** True if the caller brings over the pictures and files, or counts them itself. Default: a note counts them. */
  bringsMedia?: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  /** Reads long files in a thread. */
  textWork: TextWork;
  onProgress: (progress: ReadingProgress) => void;
}
