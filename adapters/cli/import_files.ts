import { createReadStream, type Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  type FileOptions,
  type ImportItem,
  type ImportSource,
  linkTranslations,
  readBlogger,
  readFeed,
  readGhost,
  readHtml,
  readMarkdown,
  readMedium,
  readWordPress,
  type Site,
} from "../../lib/import/mod.ts";
import { CliError } from "./cli_error.ts";
import { exportFolderFormat, isMediumPost, readSubstackFolder, substackList } from "./export_folder.ts";
import { cannotRead, readInput } from "./read_input.ts";
import { siteOfFolder } from "./site_of_folder.ts";

/** Formats that posts can be imported from. */
export const importFormats = [
  "markdown",
  "html",
  "wordpress",
  "ghost",
  "medium",
  "substack",
  "blogger",
  "feed",
] as const;

export type ImportFormat = (typeof importFormats)[number];

/** Options of {@link readPath}. */
export interface ImportFilesOptions {
  format: ImportFormat | undefined;
  siteUrl: string;
  slugFrom: FileOptions["slugFrom"] | undefined;
  languageFrom: FileOptions["languageFrom"] | undefined;
  /** Language of posts without a language. */
  language: string | undefined;
  /** Configuration of the site that the folder belongs to. Default: none. */
  site?: Site;
  /** Called while files are read. */
  onProgress: (progress: ReadingProgress) => void;
  /** Aborts the reading with its reason. */
  signal: AbortSignal;
}

/** Progress of the reading: bytes of a large file, or files of a folder. */
export interface ReadingProgress {
  done: number;
  total: number;
  /** True while the file is checked, before its posts are read. */
  isChecking: boolean;
}

/** Formats in which one file holds many posts. They are read twice: first to check the whole file. */
const readers = { wordpress: readWordPress, ghost: readGhost, blogger: readBlogger, feed: readFeed };

/** Readers of files with one post each, by format. */
const postReaders = { markdown: readMarkdown, html: readHtml, medium: readMedium };

const postFile = /\.(?:mdx?|markdown|html?)$/i;

/**
 * Reads a file, or the files of a folder in order.
 *
 * @throws {CliError} when the file does not exist, or its format is unknown
 */
export async function* readPath(path: string, options: ImportFilesOptions): AsyncGenerator<ImportItem> {
  const { isDirectory, size } = await statOf(path);
  const format =
    options.format ?? (isDirectory ? await exportFolderFormat(path, beginningOf) : await formatOf(path));
  if (format === "substack") {
    const list = isDirectory ? join(path, substackList) : path;
    const source = sourceOf(list, (await statOf(list)).size, options);
    yield* readSubstackFolder(dirname(list), source, options.siteUrl);
    return;
  }
  if (isDirectory || format === undefined) {
    const { language } = options;
    const { site, note } = isDirectory ? await siteOfFolder(path) : {};
    if (note !== undefined) yield note;
    const reading = { ...options, format, ...(site && { site }) };
    const read = (pass: "keys" | "posts"): AsyncGenerator<ImportItem> => readFolder(path, pass, reading);
    yield* linkTranslations(read, language === undefined ? {} : { language });
    return;
  }
  if (format === "markdown" || format === "html" || format === "medium") {
    yield* withoutKeys(await readPostFile(path, basename(path), { ...options, format }));
    return;
  }
  yield* readers[format](sourceOf(path, size, options), { siteUrl: options.siteUrl });
}

/** A file that is imported alone has no folder that its key could be relative to. The import finds its post by the slug. */
function* withoutKeys(items: Iterable<ImportItem>): Generator<ImportItem> {
  for (const item of items) {
    if (item.kind !== "post") yield item;
    else {
      const { key: _key, ...post } = item;
      yield post;
    }
  }
}

async function* readFolder(
  folder: string,
  pass: "keys" | "posts",
  options: ImportFilesOptions,
): AsyncGenerator<ImportItem> {
  let total = 0;
  for await (const _path of postFilesIn(folder, "")) total++;
  let done = 0;
  for await (const path of postFilesIn(folder, "")) {
    options.signal.throwIfAborted();
    options.onProgress({ done: done++, total, isChecking: pass === "keys" });
    yield* await readPostFile(join(folder, path), path, options, pass === "posts");
  }
}

/** Yields the post files of a folder and its subfolders, ordered by name. */
async function* postFilesIn(folder: string, path: string): AsyncGenerator<string> {
  for (const entry of (await entriesOf(join(folder, path))).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    const inFolder = path === "" ? entry.name : `${path}/${entry.name}`;
    const isHidden = entry.name.startsWith(".") || entry.name === "node_modules";
    if (entry.isDirectory() && !isHidden) yield* postFilesIn(folder, inFolder);
    else if (entry.isFile() && postFile.test(entry.name)) yield inFolder;
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    throw cannotRead(folder, cause);
  }
}

async function readPostFile(
  file: string,
  path: string,
  { format, siteUrl, slugFrom, languageFrom, site }: ImportFilesOptions,
  content = true,
): Promise<Generator<ImportItem>> {
  const detected = /\.html?$/i.test(file) ? "html" : "markdown";
  const own = format === "html" || format === "medium" ? format : "markdown";
  const read = postReaders[format === undefined ? detected : own];
  const options: FileOptions = { path, siteUrl, now: Date.now(), content };
  if (slugFrom !== undefined) options.slugFrom = slugFrom;
  if (languageFrom !== undefined) options.languageFrom = languageFrom;
  if (site !== undefined) options.site = site;
  return read(await readInput(file), file, options);
}

function sourceOf(file: string, total: number, { onProgress, signal }: ImportFilesOptions): ImportSource {
  let readings = 0;
  return {
    file,
    async *read() {
      const isChecking = readings++ === 0;
      const decoder = new TextDecoder();
      let done = 0;
      for await (const bytes of chunksOf(file)) {
        signal.throwIfAborted();
        yield decoder.decode(bytes, { stream: true });
        done += bytes.length;
        onProgress({ done, total, isChecking });
      }
      yield decoder.decode();
    },
  };
}

async function* chunksOf(file: string, range: { end?: number } = {}): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024, ...range });
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

/** Returns the format of a file, or undefined for a folder. */
export async function formatOfPath(
  path: string,
  format: ImportFormat | undefined,
): Promise<ImportFormat | undefined> {
  const { isDirectory } = await statOf(path);
  return isDirectory ? undefined : (format ?? (await formatOf(path)));
}

async function formatOf(file: string): Promise<ImportFormat> {
  if (/\.(?:mdx?|markdown)$/i.test(file)) return "markdown";
  if (/\.csv$/i.test(file)) return "substack";
  if (/\.html?$/i.test(file)) return (await isMediumPost(file)) ? "medium" : "html";
  const start = await beginningOf(file);
  if (/^\s*[{[]/.test(start)) return "ghost";
  if (/xmlns:wp=|<wp:wxr_version>/.test(start)) return "wordpress";
  if (/<feed[\s>]/.test(start) && /blogger\.com,1999:blog|google\.com\/blogger\//.test(start))
    return "blogger";
  if (/<(?:rss|feed)[\s>]/.test(start)) return "feed";
  throw new CliError(
    `Cannot import ${file}: its format is unknown. Name it with --format ${importFormats.join("|")}`,
  );
}

async function beginningOf(file: string): Promise<string> {
  for await (const bytes of chunksOf(file, { end: 4095 }))
    return bytes.toString("utf8").replace(/^\ufeff/, "");
  return "";
}

async function statOf(path: string): Promise<{ isDirectory: boolean; size: number }> {
  try {
    const found = await stat(path);
    return { isDirectory: found.isDirectory(), size: found.size };
  } catch (cause) {
    throw new CliError(`Cannot import ${path}: there is no such file or folder`, { cause });
  }
}
