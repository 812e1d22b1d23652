import { toLanguage } from "../values/post_fields.ts";
import {
  isLanguageName,
  isRootFolder,
  languageOfFolders,
  type LanguageSource,
  originalFolders,
} from "./path_language.ts";

/** Fields of a post found in the path of its file. */
export interface PagePath {
  /** The file's name without date and extension; for `index.md`, the folder's name. */
  slug: string;
  /** The name with its date, below all folders that are not content roots or languages, such as `guide/setup`. */
  path: string;
  /** A date such as `2026-11-21`, with which names or folders begin. */
  date: string | undefined;
  /** The language in a name such as `about.fr.md`, or of a folder such as `fr/`. */
  language: string | undefined;
  /** The path without language, which is the same for all translations of a post. */
  translationKey: string;
  /** True if the file is in Jekyll's folder `_drafts`. */
  isDraft: boolean;
}

/** Options of {@link readPagePath}. */
export interface PagePathOptions {
  /** Place of the language. Default: the suffix of the name, or else a folder. */
  from?: LanguageSource | undefined;
  /** Language of the front matter. */
  known?: string | undefined;
}

/** Endings of the names of Markdown files. */
export const markdownEndings: readonly string[] = [".md", ".mdx", ".markdown", ".mkd", ".mkdn", ".mkdown"];
/** Endings of the names of HTML files. */
export const htmlEndings: readonly string[] = [".html", ".htm"];
/** Endings of the names of files with a page. */
export const pageEndings: readonly string[] = [...markdownEndings, ...htmlEndings];
/** Names of Markdown files. */
export const markdownName: RegExp = nameWith(markdownEndings);
/** Names of HTML files. */
export const htmlName: RegExp = nameWith(htmlEndings);
/** Names of files with a page that are read as they are. */
export const postName: RegExp = nameWith(pageEndings);
/** Names of files in reStructuredText, which are converted before they are read. */
export const rstName: RegExp = nameWith([".rst"]);
/** Names of files with a page, also in a format that is converted before it is read. */
export const pageName: RegExp = new RegExp(`${postName.source}|${rstName.source}`, "i");

function nameWith(endings: readonly string[]): RegExp {
  return new RegExp(`(?:${endings.join("|").replaceAll(".", "\\.")})$`, "i");
}

/** Files about a repository, or about a folder of its code. */
const aboutRepository =
  /^(?:authors|changelog|changes|code[-_]of[-_]conduct|contributing|contributors|governance|history|license|licence|maintainers|notice|readme|releasing|security|support)(?:\.\w+)?$/i;
const datedName = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/;
const dateFolders = /^(?:.*\/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:\/|$)/;

/**
 * Reads the path of a file by the conventions of Jekyll, Hugo, Astro, Docusaurus and Eleventy. Folders are separated by
 * `/`.
 */
export function readPagePath(path: string, { from, known }: PagePathOptions = {}): PagePath {
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const name = (parts.pop() ?? "").replace(pageName, "");
  const { stem, suffix } = splitSuffix(name, { from, known });
  const original = originalFolders(parts);
  const { language, folders } = languageOfFolders(original, { from, known });
  const base = stem === "index" ? (folders.at(-1) ?? stem) : stem;
  const [, date, rest = base] = datedName.exec(base) ?? [];
  const slug = suffix === undefined ? rest : `${rest}.${suffix}`;
  const above = stem === "index" ? folders.slice(0, -1) : folders;
  const sections = above.filter((folder) => !isRootFolder(folder));
  return {
    slug,
    path: [...sections, suffix === undefined ? base : `${base}.${suffix}`].join("/"),
    date: toDate(date) ?? dateOfFolders(folders),
    language: toLanguage(suffix) ?? language,
    translationKey: `/${[...folders, stem].join("/")}`,
    isDraft: parts.includes("_drafts"),
  };
}

function splitSuffix(
  name: string,
  { from, known }: PagePathOptions,
): { stem: string; suffix: string | undefined } {
  const [, stem = name, suffix = ""] = /^(.+)\.([^.]{2,35})$/.exec(name) ?? [];
  const isKnown = known !== undefined && toLanguage(suffix) === known;
  const isSuffix = isKnown || ((from === undefined || from === "suffix") && isLanguageName(suffix));
  return isSuffix ? { stem, suffix } : { stem: name, suffix: undefined };
}

/** Returns the date of a path such as `2026/11/21/hello` or `2026-11-21/hello`. */
export function dateOfPath(path: string): string | undefined {
  const [, year, month, day] = dateFolders.exec(path.slice(0, 1000)) ?? [];
  return year === undefined ? undefined : toDate(`${year}-${month}-${day}`);
}

function dateOfFolders(folders: readonly string[]): string | undefined {
  return dateOfPath(folders.slice(-4).join("/"));
}

function toDate(found: string | undefined): string | undefined {
  if (found === undefined) return undefined;
  const [year = "", month = "", day = ""] = found.split("-");
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Returns the name of a post without the date at its beginning. */
export function withoutDate(name: string): string {
  return datedName.exec(name)?.[2] ?? name;
}

/** Returns the reason why Jekyll, Astro and Docusaurus leave out a file by its name. Hugo and Zola read it. */
export function restrictionOfName(path: string): string | undefined {
  return /(?:^|\/)_[^/]*$/.test(path) ? "has a file name that begins with _" : undefined;
}

/** True for the name of a file about a repository, or about a folder of its code. */
export function isAboutRepository(name: string): boolean {
  return aboutRepository.test(name);
}
