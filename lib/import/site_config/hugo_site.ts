import { withLowerCaseNames } from "../front_matter/front_matter.ts";
import { toLanguage } from "../values/post_fields.ts";
import { encodePath, isMapping, mappingOf, segmentsOf, textOf, toAddress } from "./config_values.ts";
import { type DateParts, datePartsOf } from "./date_parts.ts";
import { type HugoFile, HugoFiles } from "./hugo_files.ts";
import type { ListPages } from "./list_pages.ts";
import type { Data, Site, SitePage } from "./site.ts";

/** Characters besides letters, digits and marks that Hugo keeps in paths. */
const kept: ReadonlySet<string> = new Set("./\\_#+~-@");

/**
 * Returns a text as Hugo writes it in paths. White space becomes a hyphen unless there is one. Other characters that are
 * not allowed are dropped.
 */
function toHugoPath(text: string, { isLowerCase = true }: { isLowerCase?: boolean } = {}): string {
  let path = "";
  let isHyphenDue = false;
  for (const character of text.trim()) {
    if (kept.has(character) || /[\p{L}\p{Nd}\p{M}]/u.test(character)) {
      const needsHyphen = isHyphenDue && character !== "-" && !path.endsWith("-");
      path += needsHyphen ? `-${character}` : character;
      isHyphenDue = false;
    } else if (/\s/.test(character) && path !== "") isHyphenDue = true;
  }
  return isLowerCase ? path.toLowerCase() : path;
}

/** Maximum number of names for a date that are read. */
const maxDateNames = 50;

/** A Hugo site with its configuration. */
export class HugoSite implements Site {
  readonly generator = "hugo";
  readonly contentFolders: readonly string[];
  readonly basePath: string;
  readonly defaultLanguage: string | undefined;
  readonly params: Data;
  readonly #config: Data;
  readonly #files: HugoFiles;
  readonly #folder: string;
  readonly #lists: ListPages;

  /**
   * @param config its names must be in lower case
   * @param folder path of the imported folder from the root of the site, or an empty text
   * @param lists the list pages, whose `cascade` is also about other pages
   */
  constructor(config: Data, folder: string, lists: ListPages) {
    this.#config = config;
    this.params = mappingOf(config["params"]);
    this.#folder = folder;
    this.#lists = lists;
    this.#files = new HugoFiles(config, folder);
    this.contentFolders = this.#files.contentFolders;
    const base = textOf(config["baseurl"]) ?? "/";
    const path = URL.canParse(base, "http://site.invalid")
      ? new URL(base, "http://site.invalid").pathname
      : "/";
    this.basePath = segmentsOf(path)
      .map((segment) => `/${segment}`)
      .join("");
    const isNamed = config["defaultcontentlanguage"] !== undefined;
    this.defaultLanguage = isNamed
      ? this.#tagOf(this.#files.defaultLanguage)
      : toLanguage(config["languagecode"]);
  }

  isExcluded(path: string): boolean {
    return this.#files.isExcluded(path);
  }

  restrictionOf(): undefined {
    return undefined;
  }

  withDefaults(path: string, data: Data): Data {
    const file = this.#files.fileOf(path);
    const logicalPath = `/${[...(file?.folders ?? []), file?.name ?? ""].join("/")}`;
    const page = { path: `${this.#folder}/${path}`, logicalPath, language: file?.language };
    return this.#withDates(this.#lists.withInherited(page, data));
  }

  /** Returns front matter with the dates that the configuration reads from other names. */
  #withDates(data: Data): Data {
    const names = mappingOf(this.#config["frontmatter"]);
    const found: Record<string, unknown> = {};
    const lower = withLowerCaseNames(data);
    for (const field of ["date", "publishdate", "lastmod", "expirydate"]) {
      const list: unknown[] = Array.isArray(names[field]) ? names[field] : [];
      const own = list.slice(0, maxDateNames).map((name) => textOf(name)?.toLowerCase() ?? "");
      // A name with a colon is a rule, such as `:default`.
      const first = own.find((name) => name.startsWith(":") || lower[name] !== undefined);
      if (first !== undefined && lower[first] !== undefined) found[field] = lower[first];
    }
    return Object.keys(found).length === 0 ? data : { ...lower, ...found };
  }

  languageOf(path: string): string | undefined {
    if (Object.keys(this.#files.languages).length === 0) return undefined;
    const file = this.#files.fileOf(path);
    return file && this.#tagOf(file.language);
  }

  addressOf(page: SitePage): string | undefined {
    const file = this.#files.fileOf(page.path);
    const path = file && (this.#ownPath(file, page.data) ?? this.#pathOf(file, page));
    if (path === undefined) return undefined;
    const clean = `/${path}`.replace(/\/{2,}/g, "/");
    return toAddress(textOf(this.#config["baseurl"]), encodePath(this.basePath + clean));
  }

  /** Returns the address in the front matter. Without a slash at its start, the language comes before it. */
  #ownPath(file: HugoFile, { url }: Data): string | undefined {
    const own = textOf(url);
    if (own === undefined) return undefined;
    const path = own.startsWith("/") ? own : `${this.#languagePath(file)}/${own}`;
    return /\/$|\.\w+$/.test(path) ? path : `${path}/`;
  }

  #pathOf(file: HugoFile, page: SitePage): string | undefined {
    const section = (file.folders[0] ?? "").toLowerCase();
    const pattern = this.#patternFor(section, file.language);
    const slug = textOf(page.data["slug"]);
    const plain = [...file.folders, slug ?? file.name].join("/");
    const path = pattern === undefined ? this.#sanitize(plain) : this.#fill(pattern, { file, page, slug });
    if (path === undefined) return undefined;
    const isUgly = this.#isUgly(section) && path !== "";
    const end = isUgly ? ".html" : "/";
    const isFile = pattern !== undefined && !pattern.endsWith("/") && /\.\w+$/.test(path);
    return `${this.#languagePath(file)}/${path.replace(/^\/|\/$/g, "")}${isFile ? "" : end}`;
  }

  #languagePath({ language }: HugoFile): string {
    const isDefault = language === this.#files.defaultLanguage;
    return isDefault && this.#config["defaultcontentlanguageinsubdir"] !== true ? "" : `/${language}`;
  }

  #patternFor(section: string, language: string): string | undefined {
    const own = mappingOf(mappingOf(this.#files.languages[language])["permalinks"]);
    const common = mappingOf(this.#config["permalinks"]);
    return [own, common]
      .flatMap((permalinks) => [mappingOf(permalinks["page"])[section], permalinks[section]])
      .map(textOf)
      .find((pattern) => pattern !== undefined);
  }

  #isUgly(section: string): boolean {
    const ugly = this.#config["uglyurls"];
    return isMapping(ugly) ? ugly[section] === true : ugly === true;
  }

  /** True if the dates in the names of files are dates of pages. */
  #hasFileDates(): boolean {
    const { date } = mappingOf(this.#config["frontmatter"]);
    return Array.isArray(date) && date.includes(":filename");
  }

  #tagOf(name: string): string | undefined {
    const language = mappingOf(this.#files.languages[name]);
    return toLanguage(language["locale"] ?? language["languagecode"]) ?? toLanguage(name);
  }

  #sanitize(text: string): string {
    return toHugoPath(text, { isLowerCase: this.#config["disablepathtolower"] !== true });
  }

  #fill(
    pattern: string,
    { file, page, slug }: { file: HugoFile; page: SitePage; slug: string | undefined },
  ): string | undefined {
    const { data, title, date } = page;
    const written = data["date"] ?? data["publishdate"];
    const isDated = date !== undefined && (written !== undefined || this.#hasFileDates());
    const parts = isDated ? datePartsOf({ written, date }) : undefined;
    const values = patternValues({ file, title, slug, parts });
    let isKnown = true;
    const filled = pattern.replace(/:([a-z]{1,40})(?:\[[^\]]{0,20}\])?/g, (whole, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined || whole.endsWith("]")) isKnown = false;
      return this.#sanitize(value ?? "");
    });
    return isKnown ? segmentsOf(filled).join("/") : undefined;
  }
}

function patternValues({
  file: { folders, name },
  title,
  slug,
  parts,
}: {
  file: HugoFile;
  title: string;
  slug: string | undefined;
  parts: DateParts | undefined;
}): Readonly<Record<string, string | undefined>> {
  return {
    year: parts?.year,
    month: parts?.month,
    day: parts?.day,
    monthname: parts?.monthName,
    weekday: parts && String(parts.weekday),
    weekdayname: parts?.weekdayName,
    yearday: parts && String(Number(parts.yearDay)),
    section: folders[0] ?? "",
    // A folder below the first one is a section only if it has a list page.
    sections: folders.length > 1 ? undefined : folders.join("/"),
    title,
    slug: slug ?? title,
    filename: name,
    contentbasename: name,
    slugorfilename: slug ?? name,
    slugorcontentbasename: slug ?? name,
  };
}
