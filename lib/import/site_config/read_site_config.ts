import { SiteConfigError } from "./site_config_error.ts";
import { FrontMatterError, readData } from "../front_matter/front_matter.ts";
import { isAuthorList, readAuthorLists } from "./author_names.ts";
import { isMapping, segmentsOf, textOf } from "./config_values.ts";
import { DirectoryData, isDataFile } from "./directory_data.ts";
import { type GeneratorName, generatorNames, generatorOf, generators } from "./generators.ts";
import { HugoSite } from "./hugo_site.ts";
import { JekyllSite } from "./jekyll_site.ts";
import { isListPage, ListPages } from "./list_pages.ts";
import { ListedSite } from "./listed_site.ts";
import { RoutedSite } from "./routed_site.ts";
import type { Data, Site } from "./site.ts";

/** A file of a site's configuration, or a list page. */
export interface ConfigFile {
  /** Path from the root of the site, such as `_config.yml`, `config/_default/languages.toml` or `content/posts/_index.md`. */
  path: string;
  text: string;
}

/** Options of {@link readSiteConfig}. */
export interface SiteConfigOptions {
  /** Path of the imported folder from the root of the site, such as `_posts`. Default: the root. */
  folder?: string;
  /** Site generator. Default: detected by the files. */
  generator?: GeneratorName;
}

/** Paths of the files that {@link readSiteConfig} reads, in the order in which they are looked for. */
export const siteConfigPaths: readonly string[] = [
  ...new Set(generatorNames.flatMap((name) => generators[name].files)),
];

/** Names of which a file `config.toml` has at least one if it is of Hugo. Other generators have such files too. */
const hugoNames = ["baseurl", "languagecode", "defaultcontentlanguage", "permalinks"];
const maxDepth = 6;

/**
 * Reads the configuration of a site. Files of `config/_default/` such as `languages.fr.toml` are a part of Hugo's. Values of list pages such as
 * `content/_index.md` are also about the pages below them. Configurations in JavaScript and Python are never run: only literal values are read.
 *
 * @returns undefined if the files are of an unknown site generator
 * @throws {SiteConfigError} if a file is malformed, or longer than 65,536 characters
 */
export function readSiteConfig(
  files: readonly ConfigFile[],
  options: SiteConfigOptions = {},
): Site | undefined {
  const authorLists = files.filter(({ path }) => isAuthorList(path));
  const site = siteIn(
    files.filter((file) => !authorLists.includes(file)),
    options,
  );
  if (site === undefined || authorLists.length === 0) return site;
  const { authors, notes } = readAuthorLists(authorLists);
  site.authors = authors;
  site.notes = [...(site.notes ?? []), ...notes];
  return site;
}

function siteIn(
  files: readonly ConfigFile[],
  { folder = "", generator: given }: SiteConfigOptions,
): Site | undefined {
  const listPages = files.filter(({ path }) => isListPage(path));
  const versionLists = files.filter(({ path }) => isVersionList(path));
  const dataFiles = files.filter(({ path }) => isDataFile(path));
  const known = new Set([...listPages, ...versionLists, ...dataFiles]);
  const [main, ...others] = files.filter((file) => !known.has(file));
  const detected = main && generatorOf(main);
  const generator = given ?? detected;
  // The configuration of another generator is left out.
  const own = given === undefined || given === detected ? main : undefined;
  if (generator === "jekyll") return new JekyllSite(own === undefined ? {} : dataOf(own), folder);
  const config: Record<string, unknown> = {};
  if (generator === "hugo" && own !== undefined)
    for (const file of [own, ...others]) addAt(config, keysOf(file.path), lowerCased(dataOf(file), maxDepth));
  const lists = new ListPages(listPages, config["cascade"]);
  if (given === "hugo" || hugoNames.some((name) => Object.hasOwn(config, name)))
    return new HugoSite(config, folder, lists);
  if (generator !== undefined && generator !== "hugo") {
    const versions = versionLists.flatMap(versionsIn);
    const directoryData = new DirectoryData(generator === "eleventy" ? dataFiles : []);
    return new RoutedSite({ generator, main: own, versions, lists, directoryData, folder });
  }
  return listPages.length > 0 ? new ListedSite(lists, folder) : undefined;
}

/** True for the list of the versions of a Docusaurus site. */
export function isVersionList(path: string): boolean {
  return /(?:^|\/)versions\.json$/.test(path);
}

function versionsIn({ text }: ConfigFile): string[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? (found as unknown[]).flatMap((version) => textOf(version) ?? []) : [];
  } catch {
    return [];
  }
}

function dataOf({ path, text }: ConfigFile): Data {
  try {
    return readData(text, path.split(".").at(-1) ?? "");
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    throw new SiteConfigError(path, error.reason, { cause: error });
  }
}

/** Returns the place of a file in the configuration: `languages.fr.toml` is `languages`, `fr`. */
function keysOf(path: string): string[] {
  const [first = "", ...rest] = (segmentsOf(path).at(-1) ?? "").toLowerCase().split(".").slice(0, -1);
  return first === "hugo" || first === "config" ? [] : [first, ...rest];
}

function addAt(config: Record<string, unknown>, [key, ...rest]: readonly string[], data: unknown): void {
  if (key === undefined) {
    Object.assign(config, data);
    return;
  }
  const below = isMapping(config[key]) ? { ...config[key] } : {};
  config[key] = below;
  addAt(below, rest, data);
}

/** Returns values with names in lower case, as Hugo compares them. Prototypes cannot be set by a name. */
function lowerCased(value: unknown, depth: number): unknown {
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return (value as unknown[]).map((item) => lowerCased(item, depth - 1));
  if (!isMapping(value) || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.toLowerCase(), lowerCased(item, depth - 1)]),
  );
}
