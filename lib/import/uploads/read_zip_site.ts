import { type CheckedSiteFiles, checkSiteFiles } from "../files/check_site_files.ts";
import { type ConfigFile, siteConfigPaths } from "../site_config/read_site_config.ts";
import { authorListPaths } from "../site_config/author_names.ts";
import { isDataFile } from "../site_config/directory_data.ts";
import { generatorNotes } from "../site_config/generator_notes.ts";
import { generatorOf } from "../site_config/generators.ts";
import type { SiteSummary } from "../site_config/site.ts";
import { SiteConfigError } from "../site_config/site_config_error.ts";
import type { ImportNote } from "../import_item.ts";
import { isListPage } from "../site_config/list_pages.ts";
import { relevantListPages } from "../site_config/relevant_list_pages.ts";
import type { SiteFiles } from "../files/post_file.ts";
import { TextTooLargeError, TextWorkStoppedError } from "../../base/text_work_errors.ts";
import { reasonOfFile } from "../files/skipped_file.ts";
import type { TextWork } from "../text_work/mod.ts";
import type { ZipFolder } from "./zip/zip_folder.ts";

const splitConfig =
  /^config\/_default\/(?:languages|permalinks|module)(?:\.[\w-]{1,50})?\.(?:toml|ya?ml|json)$/;
/** Maximum number of files of a configuration besides the main file. */
const mostParts = 20;
/** Maximum length of the files of a configuration together, in characters. */
const mostCharacters = 65_536;

/** The configuration of a site in a zip. */
export interface ZipSite {
  /** Undefined if the zip has no configuration that is read. */
  siteFiles: SiteFiles | undefined;
  /** Undefined if the generator is unknown. */
  site?: SiteSummary | undefined;
  /** Number of characters of the configuration. Each file of the site may need all of them. */
  length: number;
  notes: ImportNote[];
}

/** For zips that are no site of a generator. */
export const noSite: ZipSite = { siteFiles: undefined, length: 0, notes: [] };

/** Reads the configuration of a site in a zip. Reading a post of the site needs it. */
export async function readZipSite(folder: ZipFolder, textWork: TextWork): Promise<ZipSite> {
  const main = await mainPath(folder);
  const parts = folder.paths.filter(
    main?.startsWith("config/") === true
      ? (path) => splitConfig.test(path)
      : (path) =>
          (main?.includes("docusaurus") === true && path === besides(main, "versions.json")) ||
          (main?.includes("eleventy") === true && isDataFile(path)),
  );
  const lists = await listPages(folder);
  if (main === undefined && lists.length === 0) return noSite;
  const files: ConfigFile[] = [];
  let length = 0;
  for (const path of main === undefined ? [] : [main, ...parts.slice(0, mostParts)]) {
    const text = await folder.text(path, mostCharacters + 1 - length).catch(asProblem);
    if (typeof text !== "string") return unread(path, text.problem, lists);
    length += text.length;
    if (length > mostCharacters) return unread(path, `it is longer than ${mostCharacters} characters`, lists);
    files.push({ path, text });
  }
  const check = async (all: readonly ConfigFile[]): Promise<CheckedSiteFiles> => {
    const input = { files: all };
    const inline = (): CheckedSiteFiles => checkSiteFiles(input);
    return textWork.run({ name: "checkSiteFiles", input, length: lengthOf(all), inline });
  };
  try {
    const config = [...files, ...lists];
    const checked = await check(config);
    if ("refused" in checked) return { ...siteOf(lists), notes: [noteOf(checked.path, checked.refused)] };
    const { site } = checked;
    if (site === undefined) return noSite;
    const authors = await authorLists(folder, site, mostCharacters - length);
    const all = [...config, ...authors.files];
    const withAuthors = authors.files.length === 0 ? checked : await check(all);
    const own = "site" in withAuthors ? (withAuthors.site ?? site) : site;
    const notes = [...generatorNotes(own, { main }), ...authors.notes];
    const reason = `only ${mostParts} of the ${parts.length} files with its values are read`;
    if (main !== undefined && parts.length > mostParts) notes.push(noteOf(main, reason));
    return { siteFiles: { files: all }, site: own, length: lengthOf(all), notes };
  } catch (error) {
    const isTooLong = error instanceof TextWorkStoppedError || error instanceof TextTooLargeError;
    const reason = isTooLong ? "it takes too long to read" : reasonOfFile(error);
    return unread(main ?? "_index.md", reason, lists);
  }
}

/** Returns the path of the configuration, or undefined. The beginning of a file shows its generator. */
async function mainPath(folder: ZipFolder): Promise<string | undefined> {
  for (const path of siteConfigPaths.filter((one) => folder.has(one)))
    if (generatorOf({ path, text: await folder.beginning(path, mostCharacters) }) !== undefined) return path;
  return undefined;
}

function besides(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf("/") + 1)}${name}`;
}

/** Returns the list pages of the zip that are also about other pages. */
function listPages(folder: ZipFolder): Promise<ConfigFile[]> {
  return relevantListPages(folder.paths.filter(isListPage), (path) => folder.text(path, mostCharacters));
}

/** Returns the lists of the authors of a site, and a note for each list that is too long or no text in its encoding. */
async function authorLists(
  folder: ZipFolder,
  site: SiteSummary,
  most: number,
): Promise<{ files: ConfigFile[]; notes: ImportNote[] }> {
  const files: ConfigFile[] = [];
  const notes: ImportNote[] = [];
  for (const path of authorListPaths(site).filter((one) => folder.has(one))) {
    const left = most - lengthOf(files);
    try {
      const text = await folder.text(path, left + 1);
      if (text.length > left) notes.push(noteOf(path, "the list of authors is too long"));
      else files.push({ path, text });
    } catch (error) {
      notes.push(noteOf(path, reasonOfFile(error)));
    }
  }
  return { files, notes };
}

/** Returns the site of a zip whose configuration cannot be read. */
function siteOf(lists: readonly ConfigFile[]): ZipSite {
  return lists.length === 0 ? noSite : { siteFiles: { files: lists }, length: lengthOf(lists), notes: [] };
}

function lengthOf(files: readonly ConfigFile[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

function unread(path: string, reason: string, lists: readonly ConfigFile[]): ZipSite {
  return { ...siteOf(lists), notes: [noteOf(path, new SiteConfigError(path, reason).message)] };
}

function asProblem(error: unknown): { problem: string } {
  return { problem: reasonOfFile(error) };
}

function noteOf(file: string, text: string): ImportNote {
  return { kind: "note", category: "site-configuration", text, place: { file } };
}
