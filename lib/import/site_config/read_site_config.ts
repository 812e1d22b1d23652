import { SiteConfigError } from "./site_config_error.ts";
import { FrontMatterError, readData } from "../front_matter/front_matter.ts";
import { isMapping, segmentsOf } from "./config_values.ts";
import { HugoSite } from "./hugo_site.ts";
import { JekyllSite } from "./jekyll_site.ts";
import { isListPage, ListPages } from "./list_pages.ts";
import { ListedSite } from "./listed_site.ts";
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
}

/** Paths of the files that {@link readSiteConfig} reads, in the order in which site generators look for them. */
export const siteConfigPaths: readonly string[] = [
  "_config.yml",
  "_config.yaml",
  ...["", "config/_default/"].flatMap((folder) =>
    ["hugo", "config"].flatMap((name) =>
      ["toml", "yaml", "yml", "json"].map((extension) => `${folder}${name}.${extension}`),
    ),
  ),
];

/** Names of which a file `config.toml` has at least one if it is of Hugo. Other generators have such files too. */
const hugoNames = ["baseurl", "languagecode", "defaultcontentlanguage", "permalinks"];
const maxDepth = 6;

/**
 * Reads the configuration of a Jekyll or Hugo site. Files of `config/_default/` such as `languages.fr.toml` are a part of the
 * configuration. Values of list pages such as `content/_index.md` are also about the pages below them.
 *
 * @returns undefined if the files are of another site generator
 * @throws {SiteConfigError} if a file is malformed, or longer than 65,536 characters
 */
export function readSiteConfig(
  files: readonly ConfigFile[],
  { folder = "" }: SiteConfigOptions = {},
): Site | undefined {
  const [main, ...others] = files.filter(({ path }) => !isListPage(path));
  if (main?.path.startsWith("_config.") === true) return new JekyllSite(dataOf(main), folder);
  const config: Record<string, unknown> = {};
  for (const file of main === undefined ? [] : [main, ...others]) {
    addAt(config, keysOf(file.path), lowerCased(dataOf(file), maxDepth));
  }
  const listPages = files.filter(({ path }) => isListPage(path));
  const lists = new ListPages(listPages, config["cascade"]);
  if (hugoNames.some((name) => Object.hasOwn(config, name))) return new HugoSite(config, folder, lists);
  return listPages.length > 0 ? new ListedSite(lists, folder) : undefined;
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
