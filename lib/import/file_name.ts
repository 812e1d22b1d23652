import { toLanguage } from "./post_fields.ts";

/** Fields of a post found in the path of its file. */
export interface FileNameFields {
  /** The file's name without date and extension; for `index.md`, the folder's name. */
  slug: string;
  /** A date such as `2026-11-21`, with which Jekyll's file names begin. */
  date: string | undefined;
  /** The language in a name such as `about.fr.md`. */
  language: string | undefined;
  /** True if the file is in Jekyll's folder `_drafts`. */
  isDraft: boolean;
}

/** Reads the path of a file by the conventions of Jekyll, Hugo, Astro and Eleventy. Folders are separated by `/`. */
export function readFileName(path: string): FileNameFields {
  const parts = path.split("/");
  const name = (parts.at(-1) ?? "").replace(/\.(?:md|markdown|html?)$/i, "");
  const [, stem = name, suffix] = /^(.+)\.([a-z]{2}(?:-[A-Za-z]{2,4})?)$/.exec(name) ?? [];
  const isIndex = stem === "index";
  const base = isIndex ? (parts.at(-2) ?? stem) : stem;
  const [, date, rest = base] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(base) ?? [];
  return {
    slug: suffix === undefined ? rest : `${rest}.${suffix}`,
    date,
    language: toLanguage(suffix),
    isDraft: parts.includes("_drafts"),
  };
}
