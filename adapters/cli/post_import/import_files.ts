import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
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
import {
  hasFrontMatter,
  htmlName,
  includeNotes,
  linkExport,
  repositoryFile,
  repositoryFiles,
  rstName,
  SourceDecoder,
  UnreadFiles,
} from "../../../lib/import/files/mod.ts";
import type { Markup } from "../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import { TextWork, type TextWorker } from "../../../lib/import/text_work/mod.ts";
import { isNotionTable, type NotionExport } from "../../../lib/import/uploads/mod.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { exportFolderFormat, readSubstackFolder, substackList } from "./export_folder.ts";
import { includeReader } from "./include_reader.ts";
import { notionExportIn } from "./notion_folder.ts";
import { beginningOf, chunksOf, formatOf, type ImportFormat, statOf } from "./file_format.ts";
import { endingsOf, filesIn, type FolderFormat, isPostFile, maxPostBytes } from "./post_files.ts";
import { readBytes } from "../frame/input/read_input.ts";
import { rstToPage } from "./restructured_text/rst_to_page.ts";
import { hasDocutils } from "./restructured_text/run_docutils.ts";
import { type FoundSite, siteOfFolder } from "./site_of_folder.ts";
import { unreadableEntry, unreadableFile } from "./unreadable_file.ts";
import { isZipFile, readZipFile, sourceOfZip } from "./zip_file.ts";

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
  links?: Pick<PageLinksOptions, "slugs" | "addressOf" | "keyPrefix" | "bringsMedia" | "sourceUrl">;
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
  /** True for a file about the repository, unless it has front matter. Default: false. */
  isOfRepository?: boolean;
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
    const read: ReadItems = (pass) => readSubstackFolder(dirname(list), source, { siteUrl, pass });
    yield* linkExport(read, { ...options, exportUrl: siteUrl });
    return;
  }
  if (isDirectory || format === undefined) {
    const { language } = options;
    const tableOf = async (file: string): Promise<ImportSource> =>
      sourceOf(file, (await statOf(file)).size, { ...options, checks: 1 });
    const notion = format === "notion" ? await notionExportIn(path, tableOf) : undefined;
    const { site, siteFiles, notes }: FoundSite =
      notion === undefined ? await siteOfFolder(path, options.generator) : { notes: [] };
    yield* notes;
    const links =
      options.links &&
      new PageLinks({ ...options.links, site, folder: siteFiles?.folder, name: basename(resolve(path)) });
    const includes = site && { site, read: includeReader(path, siteFiles?.folder ?? "") };
    const own = { ...options, ...given({ siteFiles, includes, generator: site?.generator }) };
    const folder = new FolderReader(path, { ...own, format, notion });
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
  const read: ReadItems = (pass) =>
    readers[format](source, { siteUrl, postFields, content: pass === "posts" });
  yield* linkExport(read, { ...options, exportUrl: siteUrl });
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
  /** Paths of the files about the repository. */
  #ofRepository: ReadonlySet<string> = new Set();

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
    if (pass === "keys") this.#ofRepository = await this.#repositoryFiles();
    const unread = new UnreadFiles();
    let done = 0;
    for await (const entry of filesIn(this.#folder)) {
      signal.throwIfAborted();
      const { path, kind } = entry;
      const file = join(this.#folder, path);
      const isPost = isPostFile(path, this.#format) || (await this.#readsRst(path));
      if (kind !== "file" || !isPost) {
        const skipped = kind === "file" ? undefined : unreadableEntry(entry, { file, isPost });
        const isTable = this.#options.notion !== undefined && isNotionTable(path);
        if (skipped === undefined && !isTable) unread.add(path, file);
        if (skipped !== undefined && pass === "posts") yield skipped;
        continue;
      }
      onProgress({ done: done++, total: this.#total, isChecking: pass === "keys" });
      yield* await readFile(file, path, {
        ...this.#options,
        linksLater: this.#options.links !== undefined,
        columns: this.#options.notion?.columnsOf(path),
        content: pass === "posts",
        isOfRepository: this.#ofRepository.has(path),
      });
    }
    this.#total = done;
    if (done === 0)
      throw new CliError(`Cannot import ${this.#folder}: ${unread.reason(endingsOf(this.#format))}`);
    if (pass === "posts") yield* unread.items(this.#folder);
  }

  async #repositoryFiles(): Promise<ReadonlySet<string>> {
    const { generator } = this.#options;
    const names = await readdir(this.#folder).catch((): string[] => []);
    let hasPagesBelow = false;
    for await (const { path, kind } of filesIn(this.#folder)) {
      hasPagesBelow = kind === "file" && path.includes("/") && isPostFile(path, this.#format);
      if (hasPagesBelow) break;
    }
    return repositoryFiles({ names, hasPagesBelow, hasGenerator: generator !== undefined });
  }

  async #readsRst(path: string): Promise<boolean> {
    if (!rstName.test(path) || this.#format !== "detected") return false;
    return (this.#hasDocutils ??= hasDocutils(this.#options.signal));
  }
}

function isFolderFormat(format: string): format is FolderFormat {
  return format === "detected" || (postFileFormats as readonly string[]).includes(format);
}

/** Reads a file with one post. A file that cannot be read is skipped. */
async function readFile(file: string, path: string, options: ReadFileOptions): Promise<ImportItem[]> {
  try {
    return await readOneFile(file, path, options);
  } catch (error) {
    return [unreadableFile(error, file)];
  }
}

/** A long text is read in a thread, which is stopped if it takes too long. */
async function readOneFile(
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
    isOfRepository = false,
  }: ReadFileOptions,
): Promise<ImportItem[]> {
  const { size } = await stat(file);
  const place = { file, line: 1 };
  if (size > maxPostBytes) {
    const reason = `it has ${size} bytes, and at most ${maxPostBytes} are read of a post`;
    return [{ kind: "skipped", category: "too-large", reason, place }];
  }
  const detected = htmlName.test(file) || rstName.test(file) ? "html" : "markdown";
  const own = format === "html" || format === "medium" || format === "notion" ? format : "markdown";
  const options: PostFile["options"] = { path, siteUrl, now: Date.now(), postFields, linksLater, content };
  if (slugFrom !== undefined) options.slugFrom = slugFrom;
  if (languageFrom !== undefined) options.languageFrom = languageFrom;
  if (columns !== undefined) options.columns = columns;
  const kind = format === undefined ? detected : own;
  const isMarkup = (kind === "notion" ? detected : kind) === "html" || kind === "medium";
  let text = new FileDecoder(isMarkup && !rstName.test(path) ? "html" : undefined).decode(
    await readBytes(file),
  );
  if (isOfRepository && !hasFrontMatter(text)) return [repositoryFile(file)];
  const notes: ImportItem[] = [];
  if (includes !== undefined && content && kind === "markdown") {
    const from = `${siteFiles?.folder ?? ""}/${path}`.replace(/^\//, "");
    const included = await withIncludes(text, { ...includes, path: from });
    ({ text } = included);
    notes.push(...includeNotes(included, place));
  }
  if (rstName.test(path) && format === undefined) {
    const page = await rstToPage(text, { place, content, signal });
    if ("reason" in page) return [{ kind: "skipped", ...page, place }];
    ({ text } = page);
    notes.push(...page.notes);
  }
  const input: PostFile = { format: kind, text, file, options };
  if (siteFiles !== undefined) input.siteFiles = siteFiles;
  const items = await new TextWork(textWorker).run({
    name: "readPostFile",
    input,
    length: text.length,
    inline: () => readPostFile(input),
  });
  return [...items, ...notes];
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
