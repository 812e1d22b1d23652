import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { given } from "../../../lib/base/given.ts";
import type { CustomField } from "../../../lib/content/mod.ts";
import {
  type FileOptions,
  type GeneratorName,
  type ImportItem,
  type ImportSource,
  type IncludeOptions,
  linkTranslations,
  PageLinks,
  type PageLinksOptions,
  type Place,
  type PostFile,
  postFileFormats,
  readBlogger,
  readFeed,
  readGhost,
  type ReadItems,
  readPostFile,
  readWordPress,
  type SiteFiles,
  withIncludes,
} from "../../../lib/import/mod.ts";
import { skippedText, SourceDecoder } from "../../../lib/import/source_decoder.ts";
import { beginningOfText, type Markup } from "../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import { TextWorkStoppedError } from "../../../lib/base/text_work_errors.ts";
import { TextWork, type TextWorker } from "../../../lib/import/text_work/mod.ts";
import { exportKindOf, isNotionExport, NotionExport } from "../../../lib/import/uploads/mod.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { exportFolderFormat, isMediumPost, readSubstackFolder, substackList } from "./export_folder.ts";
import { includeReader } from "./include_reader.ts";
import { filesIn, type FolderFormat, isPostFile, maxPostBytes } from "./post_files.ts";
import { cannotRead, readBytes } from "../frame/input/read_input.ts";
import { rstToPage } from "./restructured_text/rst_to_page.ts";
import { hasDocutils } from "./restructured_text/run_docutils.ts";
import { type FoundSite, siteOfFolder } from "./site_of_folder.ts";
import { nothingToRead, unreadFile } from "./unread_files.ts";
import { isZipFile, readZipFile, sourceOfZip } from "./zip_file.ts";

/** Formats that posts can be imported from. */
export const importFormats = [
  "markdown",
  "html",
  "wordpress",
  "ghost",
  "medium",
  "substack",
  "notion",
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
  /** Fields of the organization's posts. */
  postFields: readonly CustomField[];
  /** Site generator of a folder. Default: detected. */
  generator?: GeneratorName | undefined;
  /** Configuration of the site that the folder belongs to. Default: none. */
  siteFiles?: SiteFiles;
  /** Reads the files that posts include. Default: they are left out. */
  includes?: Omit<IncludeOptions, "path"> | undefined;
  /** The organization's addresses, to which links between the files of a folder lead. Default: links stay as they are. */
  links?: Pick<PageLinksOptions, "slugs" | "addressOf" | "keyPrefix">;
  /** Reads long files in a thread. */
  textWorker: TextWorker;
  /** Called while files are read. */
  onProgress: (progress: ReadingProgress) => void;
  /** Aborts the reading with its reason. */
  signal: AbortSignal;
}

/** Progress of the reading: bytes of a large file, or files of a folder. */
export interface ReadingProgress {
  done: number;
  /** Undefined in the first pass over a folder. */
  total: number | undefined;
  /** True while the file is checked, before its posts are read. */
  isChecking: boolean;
}

/** Formats in which one file holds many posts. */
const readers = { wordpress: readWordPress, ghost: readGhost, blogger: readBlogger, feed: readFeed };

interface ReadFileOptions extends ImportFilesOptions {
  /** True for a file of a folder, whose links are replaced when all files are known. Default: false. */
  linksLater?: boolean;
  /** Columns of the file's database in Notion. */
  columns?: readonly string[] | undefined;
  /** False if the post's content is not needed. Default: true. */
  content?: boolean;
}

/**
 * Reads a file, or the files of a folder in order.
 *
 * @throws {CliError} when the file does not exist, or its format is unknown
 */
export async function* readPath(path: string, options: ImportFilesOptions): AsyncGenerator<ImportItem> {
  const { siteUrl, postFields } = options;
  const { isDirectory, size } = await statOf(path);
  if (!isDirectory && (await isZipFile(path))) {
    yield* readZipFile(path, options);
    return;
  }
  const format =
    options.format ?? (isDirectory ? await exportFolderFormat(path, beginningOf) : await formatOf(path));
  if (format === "substack") {
    const list = isDirectory ? join(path, substackList) : path;
    const source = sourceOf(list, (await statOf(list)).size, { ...options, checks: 1 });
    yield* linked((pass) => readSubstackFolder(dirname(list), source, { siteUrl, pass }), options);
    return;
  }
  if (isDirectory || format === undefined) {
    const { language } = options;
    const notion = format === "notion" ? await notionExportIn(path, options) : undefined;
    const { site, siteFiles, notes }: FoundSite =
      notion === undefined ? await siteOfFolder(path, options.generator) : { notes: [] };
    yield* notes;
    const links =
      options.links &&
      new PageLinks({ ...options.links, site, folder: siteFiles?.folder, name: basename(resolve(path)) });
    const includes = site && { site, read: includeReader(path, siteFiles?.folder ?? "") };
    const folder = new FolderReader(path, {
      ...options,
      format,
      notion,
      includes,
      ...(siteFiles && { siteFiles }),
    });
    const read: ReadItems = (pass) => notion?.complete(pass, folder.read(pass)) ?? folder.read(pass);
    yield* linkTranslations(read, given({ links, language }));
    return;
  }
  if (format === "markdown" || format === "html" || format === "medium" || format === "notion") {
    yield* withoutKeys(await readFile(path, basename(path), { ...options, format }));
    return;
  }
  const markup = format === "ghost" ? {} : ({ markup: "xml" } as const);
  const source = sourceOf(path, size, { ...options, ...markup, checks: 2 });
  const read = readers[format];
  yield* linked((pass) => read(source, { siteUrl, postFields, content: pass === "posts" }), options);
}

/** Reads an export, whose links between posts become the addresses of the posts. */
function linked(
  read: ReadItems,
  { links, siteUrl, language }: ImportFilesOptions,
): AsyncGenerator<ImportItem> {
  const pages = links && new PageLinks({ ...links, exportUrl: siteUrl });
  return linkTranslations(read, given({ links: pages, language }));
}

/** A file that is imported alone has no folder that its key could be relative to. The import finds its post by the slug. */
function* withoutKeys(items: Iterable<ImportItem>): Generator<ImportItem> {
  for (const item of items) {
    if (item.kind !== "post") yield item;
    else {
      const { key: _key, path: _path, ...post } = item;
      yield post;
    }
  }
}

async function notionExportIn(folder: string, options: ImportFilesOptions): Promise<NotionExport> {
  const notion = new NotionExport();
  for await (const { path, isLink } of filesIn(folder)) {
    if (isLink || !/\.csv$/i.test(path)) continue;
    const file = join(folder, path);
    await notion.addTable(path, sourceOf(file, (await statOf(file)).size, { ...options, checks: 1 }));
  }
  return notion;
}

interface FolderOptions extends ImportFilesOptions {
  /** Undefined if the folder is no export of Notion. */
  notion: NotionExport | undefined;
}

/** Reads the files of a folder in order, in two passes. */
class FolderReader {
  readonly #folder: string;
  readonly #options: FolderOptions;
  readonly #format: FolderFormat;
  /** Number of files in the first pass. */
  #total: number | undefined;
  /** True if Docutils is installed. Undefined until a file needs it. */
  #hasDocutils: Promise<boolean> | undefined;

  /** @throws {CliError} if the format is one in which a file holds many posts */
  constructor(folder: string, options: FolderOptions) {
    const { format = "detected" } = options;
    if (!isFolderFormat(format)) {
      const reason = `a folder has no files in the format ${format}. Name the file of the export`;
      throw new CliError(`Cannot import ${folder}: ${reason}`);
    }
    this.#folder = folder;
    this.#options = options;
    this.#format = format;
  }

  async *read(pass: "keys" | "posts"): AsyncGenerator<ImportItem> {
    const { signal, onProgress } = this.#options;
    const unread = new Map<string, number>();
    let done = 0;
    for await (const { path, isLink } of filesIn(this.#folder)) {
      signal.throwIfAborted();
      const file = join(this.#folder, path);
      const isPost = isPostFile(path, this.#format) || (await this.#readsRst(path));
      if (!isPost || isLink) {
        if (!isPost) unread.set(extname(path), (unread.get(extname(path)) ?? 0) + 1);
        if (pass === "posts") yield* unreadFile(file, { isLink, isPost });
        continue;
      }
      onProgress({ done: done++, total: this.#total, isChecking: pass === "keys" });
      yield* await readFile(file, path, {
        ...this.#options,
        linksLater: this.#options.links !== undefined,
        columns: this.#options.notion?.columnsOf(path),
        content: pass === "posts",
      });
    }
    this.#total = done;
    if (done === 0) throw new CliError(nothingToRead(this.#folder, this.#format, unread));
  }

  async #readsRst(path: string): Promise<boolean> {
    if (!isRst(path) || this.#format !== "detected") return false;
    return (this.#hasDocutils ??= hasDocutils(this.#options.signal));
  }
}

function isRst(path: string): boolean {
  return /\.rst$/i.test(path);
}

function isFolderFormat(format: string): format is FolderFormat {
  return format === "detected" || (postFileFormats as readonly string[]).includes(format);
}

/** Reads a file with one post. A long text is read in a thread, which is stopped if it takes too long. */
async function readFile(
  file: string,
  path: string,
  {
    format,
    siteUrl,
    slugFrom,
    languageFrom,
    postFields,
    siteFiles,
    includes,
    textWorker,
    linksLater = false,
    columns,
    content = true,
    signal,
  }: ReadFileOptions,
): Promise<ImportItem[]> {
  const { size } = await statOf(file);
  const place = { file, line: 1 };
  if (size > maxPostBytes) {
    const reason = `it has ${size} bytes, and at most ${maxPostBytes} are read of a post`;
    return [{ kind: "skipped", category: "too-large", reason, place }];
  }
  const detected = /\.(?:html?|rst)$/i.test(file) ? "html" : "markdown";
  const own = format === "html" || format === "medium" || format === "notion" ? format : "markdown";
  const options: PostFile["options"] = { path, siteUrl, now: Date.now(), postFields, linksLater, content };
  if (slugFrom !== undefined) options.slugFrom = slugFrom;
  if (languageFrom !== undefined) options.languageFrom = languageFrom;
  if (columns !== undefined) options.columns = columns;
  const kind = format === undefined ? detected : own;
  const bytes = await readBytes(file);
  let text: string;
  try {
    const isMarkup = (kind === "notion" ? detected : kind) === "html" || kind === "medium";
    text = new FileDecoder(isMarkup && !isRst(path) ? "html" : undefined).decode(bytes);
  } catch (error) {
    return [skippedText(error, file)];
  }
  const notes: ImportItem[] = [];
  if (includes !== undefined && content && kind === "markdown") {
    const from = `${siteFiles?.folder ?? ""}/${path}`.replace(/^\//, "");
    const included = await withIncludes(text, { ...includes, path: from });
    ({ text } = included);
    notes.push(...included.removed.map((one) => leftOut(one, place)));
  }
  if (isRst(path) && format === undefined) {
    const page = await rstToPage(text, { place, content, signal });
    if ("reason" in page) return [{ kind: "skipped", ...page, place }];
    ({ text } = page);
    notes.push(...page.notes);
  }
  const input: PostFile = { format: kind, text, file, options };
  if (siteFiles !== undefined) input.siteFiles = siteFiles;
  try {
    const items = await new TextWork(textWorker).run({
      name: "readPostFile",
      input,
      length: text.length,
      inline: () => readPostFile(input),
    });
    return [...items, ...notes];
  } catch (error) {
    if (!(error instanceof TextWorkStoppedError)) throw error;
    return [{ kind: "skipped", category: "too-large", reason: error.message, place }];
  }
}

function leftOut(path: string, place: Place): ImportItem {
  const text = `the included file ${JSON.stringify(path)} is left out`;
  return { kind: "note", category: "include", text, isLoss: true, place };
}

function sourceOf(
  file: string,
  total: number,
  {
    onProgress,
    signal,
    markup,
    checks,
  }: ImportFilesOptions & {
    markup?: Markup;
    /** Number of readings before the posts are read. */
    checks: number;
  },
): ImportSource {
  let readings = 0;
  return {
    file,
    async *read() {
      const isChecking = readings++ < checks;
      const decoder = new SourceDecoder(file, markup);
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

/** Returns the default name of the source of a path: a folder's name, or the format of an export. */
export async function sourceOfPath(path: string, format: ImportFormat | undefined): Promise<string> {
  const { isDirectory } = await statOf(path);
  if (!isDirectory) {
    return (await isZipFile(path)) ? sourceOfZip(path, format) : (format ?? (await formatOf(path)));
  }
  // Each export of Notion is a folder with another name.
  const own = format ?? (await exportFolderFormat(path, beginningOf));
  return own === "notion" ? own : basename(resolve(path));
}

async function formatOf(file: string): Promise<ImportFormat> {
  if (isNotionExport([basename(file)])) return "notion";
  if (isPostFile(file, "markdown")) return "markdown";
  if (/\.csv$/i.test(file)) return "substack";
  if (/\.html?$/i.test(file)) return (await isMediumPost(file)) ? "medium" : "html";
  const start = await strictBeginningOf(file);
  const kind = exportKindOf(start);
  if (kind !== undefined) return kind;
  throw new CliError(
    `Cannot import ${file}: its format is unknown. Name it with --format ${importFormats.join("|")}`,
  );
}

/** Number of bytes at the beginning of a file that show its format. */
const shown = 4096;

async function firstBytes(file: string): Promise<Buffer> {
  for await (const bytes of chunksOf(file, { end: shown - 1 })) return bytes;
  return Buffer.alloc(0);
}

async function beginningOf(file: string): Promise<string> {
  return beginningOfText(await firstBytes(file), "xml");
}

/** @throws {CliError} if the beginning is no text in its encoding */
async function strictBeginningOf(file: string): Promise<string> {
  const bytes = await firstBytes(file);
  try {
    return new FileDecoder("xml").decode(bytes, { stream: bytes.length === shown });
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

async function statOf(path: string): Promise<{ isDirectory: boolean; size: number }> {
  try {
    const found = await stat(path);
    return { isDirectory: found.isDirectory(), size: found.size };
  } catch (cause) {
    throw new CliError(`Cannot import ${path}: there is no such file or folder`, { cause });
  }
}
