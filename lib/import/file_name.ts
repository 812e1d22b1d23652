import { toLanguage } from "./post_fields.ts";

/** What the path of a file says of its post. */
export interface FileNameFields {
  /** The file's name without date and ending; of `index.md` its folder's. */
  slug: string;
  /** `2026-11-21`, as Jekyll begins its files' names. */
  date: string | undefined;
  /** Of `about.fr.md`. */
  language: string | undefined;
  /** The file lies in Jekyll's folder of drafts. */
  isDraft: boolean;
}

/** Reads the path of a file as Jekyll, Hugo, Astro and Eleventy name theirs. Folders are separated by `/`. */
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
