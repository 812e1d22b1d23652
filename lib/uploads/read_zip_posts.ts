import {
  type ImportItem,
  linkTranslations,
  type PostFile,
  readPostFile,
  readSiteConfig,
  SiteConfigError,
  type SiteFiles,
  siteConfigPaths,
} from "../import/mod.ts";
import { othersTurn } from "../others_turn.ts";
import { TextTooLargeError, TextWorkerBusyError, TextWorkStoppedError } from "../text_work/mod.ts";
import { htmlName, isPostName } from "./post_name.ts";
import type { Reading } from "./reading.ts";
import { megabytes, mostPostBytes } from "./upload_limits.ts";
import type { ZipFolder } from "./zip/zip_folder.ts";

const splitConfig =
  /^config\/_default\/(?:languages|permalinks|module)(?:\.[\w-]{1,50})?\.(?:toml|ya?ml|json)$/;
/** Characters after which other requests have their turn. */
const turn = 16_384;
/** Maximum length of a configuration that is read, in characters. */
const longestConfig = 65_536;

/** Reads the posts of a zip, a file for each, and links their translations. */
export async function* readZipPosts(
  folder: ZipFolder,
  { isMedium, ...reading }: Reading & { isMedium: boolean },
): AsyncGenerator<ImportItem> {
  const { siteFiles, notes } = await siteOf(folder);
  yield* notes;
  yield* folder.refused;
  const paths = folder.paths.filter((path) => (isMedium ? htmlName.test(path) : isPostName(path)));
  async function* read(pass: "keys" | "posts"): AsyncGenerator<ImportItem> {
    folder.begin();
    let done = 0;
    let sinceTurn = 0;
    for (const path of paths) {
      const size = folder.sizeOf(path);
      const isTooLarge = size > mostPostBytes;
      if (isTooLarge && pass === "keys") continue;
      const format = isMedium ? "medium" : htmlName.test(path) ? "html" : "markdown";
      const text = isTooLarge ? "" : await folder.text(path);
      if (isTooLarge) yield tooLarge(path, `it has more than ${megabytes(mostPostBytes)}`);
      else yield* await readText({ path, text, format, pass, ...(siteFiles && { siteFiles }) }, reading);
      sinceTurn += text.length;
      if (sinceTurn >= turn) {
        sinceTurn = 0;
        // Reads from memory take no turn of the event loop by themselves.
        await othersTurn();
      }
      reading.onProgress({ done: ++done, total: paths.length, unit: "files", isChecking: pass === "keys" });
    }
  }
  yield* linkTranslations(read, { language: reading.language });
}

/** A file with a single post. */
export interface TextFile {
  path: string;
  text: string;
  format: PostFile["format"];
  pass: "keys" | "posts";
  siteFiles?: SiteFiles;
}

/** Reads the items of a file with one post. A text that takes too long is skipped. */
export async function readText(
  { path, text, format, pass, siteFiles }: TextFile,
  { siteUrl, now, textWork }: Reading,
): Promise<ImportItem[]> {
  const options = { path, siteUrl, now, content: pass === "posts" };
  const input: PostFile = { format, text, file: path, options, ...(siteFiles && { siteFiles }) };
  try {
    return await textWork.run({
      name: "readPostFile",
      input,
      length: text.length,
      inline: () => readPostFile(input),
    });
  } catch (error) {
    const isExpected =
      error instanceof TextWorkStoppedError ||
      error instanceof TextTooLargeError ||
      error instanceof TextWorkerBusyError;
    if (!isExpected) throw error;
    return [tooLarge(path, error.message)];
  }
}

function tooLarge(file: string, reason: string): ImportItem {
  return { kind: "skipped", category: "too-large", reason, place: { file } };
}

/** Reads the configuration of a Jekyll or Hugo site in the zip. */
async function siteOf(folder: ZipFolder): Promise<{ siteFiles?: SiteFiles; notes: ImportItem[] }> {
  const main = siteConfigPaths.find((path) => folder.has(path));
  if (main === undefined) return { notes: [] };
  const others = main.startsWith("config/") ? folder.paths.filter((path) => splitConfig.test(path)) : [];
  const files = [];
  for (const path of [main, ...others.slice(0, 20)]) {
    files.push({ path, text: await folder.text(path, longestConfig) });
  }
  try {
    return readSiteConfig(files) === undefined ? { notes: [] } : { siteFiles: { files }, notes: [] };
  } catch (error) {
    if (!(error instanceof SiteConfigError)) throw error;
    const place = { file: error.path };
    return { notes: [{ kind: "note", category: "site-configuration", text: error.message, place }] };
  }
}
