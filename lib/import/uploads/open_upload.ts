import { EncodingError, type Markup } from "../../base/text/declared_encoding.ts";
import { FileDecoder } from "../../base/text/file_decoder.ts";
import { sizeInWords } from "../../base/text/size_in_words.ts";
import type { ImportItem, ReadOptions, SkippedItem, ImportSource } from "../import_item.ts";
import { readBlogger } from "../feeds/read_blogger.ts";
import { readFeed } from "../feeds/read_feed.ts";
import { readGhost } from "../ghost/read_ghost.ts";
import { readSubstack } from "../substack/read_substack.ts";
import { readWordPress } from "../wordpress/read_wordpress.ts";
import {
  isPostName,
  type ExportKind,
  exportKindOf,
  isMediumText,
  kindOfUpload,
  type UploadKind,
} from "./upload_kind.ts";
import { htmlName, markdownName, postName } from "../paths/page_path.ts";
import { NotionExport } from "../notion/notion_export.ts";
import { isNotionExport, isNotionTable } from "../notion/notion_names.ts";
import { given } from "../../base/given.ts";
import { readText, type TextFile, tooLarge } from "./read_text.ts";
import type { Reading, ReadingProgress } from "./reading.ts";
import { UploadError } from "./upload_error.ts";
import { mostPostBytes } from "./upload_limits.ts";
import { ZipFolder } from "./zip/zip_folder.ts";
import { countOldMedia } from "../media/count_old_media.ts";
import { PageLinks } from "../links/page_links.ts";
import { linkExport } from "../run/link_export.ts";
import { linkTranslations, type ReadItems } from "../run/link_translations.ts";
import { SourceDecoder } from "../source_decoder.ts";
import { hasFrontMatter } from "../front_matter/front_matter.ts";
import { repositoryFile, repositoryFiles } from "../files/repository_files.ts";
import { UnreadFiles } from "../files/unread_files.ts";
import { skippedFile } from "../files/skipped_file.ts";
import { noSite, readZipSite } from "./read_zip_site.ts";
import { TextBatches } from "./text_batches.ts";
import { includeNotes } from "../includes/with_includes.ts";
import { withZipIncludes } from "./zip_includes.ts";
import { yieldToEventLoop } from "../../base/yielding.ts";

/** An export that is read twice, the first time to check it. */
interface ExportFile {
  /** Name for messages. */
  name: string;
  size: number;
  /** The format whose declaration of the encoding counts. Default: none. */
  markup?: Markup | undefined;
  /** Reads the bytes from the beginning. */
  read: () => AsyncIterable<Uint8Array>;
}

/** Characters that a reader gets at a time. Other requests have their turn in between. */
const portion = 16_384;

/** Makes the source of an export for its reader. */
function exportSource(
  { name, size, markup, read }: ExportFile,
  {
    onProgress,
    checks,
  }: {
    onProgress: (progress: ReadingProgress) => void;
    /** Number of readings before the posts are read. */
    checks: number;
  },
): ImportSource {
  let readings = 0;
  return {
    file: name,
    async *read() {
      const isChecking = readings++ < checks;
      const decoder = new SourceDecoder(name, markup);
      let done = 0;
      for await (const bytes of read()) {
        const text = decoder.decode(bytes, { stream: true });
        for (let at = 0; at < text.length; at += portion) {
          yield text.slice(at, at + portion);
          await yieldToEventLoop();
        }
        done += bytes.length;
        onProgress({ done, total: size, unit: "bytes", isChecking });
      }
      yield decoder.decode();
    },
  };
}

/** An uploaded file whose kind is known. */
export interface OpenedUpload {
  kind: UploadKind;
  /** Name of the source, by which a later import finds its posts. Undefined for a single post. */
  source: string | undefined;
  /** Reads the posts. Can be called once. */
  items(): AsyncIterable<ImportItem>;
}

const readers = { wordpress: readWordPress, ghost: readGhost, blogger: readBlogger, feed: readFeed };

const substackList = "posts.csv";
/** Names of exports in a zip, and their maximum number. */
const exportName = /\.(?:xml|json|atom|rss|wxr)$/i;
const mostExports = 100;
const longestSource = 200;
/** Bytes at the beginning of a file that show its kind. */
const shown = 4096;

/**
 * Detects the kind of an uploaded file by its content, and opens it.
 *
 * @throws {UploadError} if it cannot be imported
 */
export async function openUpload(file: Blob, name: string, reading: Reading): Promise<OpenedUpload> {
  const upload = await openKind(file, name, reading);
  if (reading.bringsMedia === true) return upload;
  return { ...upload, items: () => countOldMedia(upload.items(), reading.siteUrl) };
}

async function openKind(file: Blob, name: string, reading: Reading): Promise<OpenedUpload> {
  const kind = await kindOfUpload(file, name);
  if (kind === "zip") return openZip(await ZipFolder.open(file), name, reading);
  if (kind === "markdown" || kind === "html") return openText(kind, { file, name }, reading);
  const exported = { name, size: file.size, markup: markupOf(kind), read: () => chunksOf(file) };
  const items = (): AsyncIterable<ImportItem> => {
    const source = exportSource(exported, { ...reading, checks: 2 });
    return linked((pass) => readers[kind](source, optionsOf(reading, pass)), kind, reading);
  };
  return { kind, source: kind, items };
}

function linked(read: ReadItems, source: string, reading: Reading): AsyncIterable<ImportItem> {
  const { links, siteUrl: exportUrl, language } = reading;
  return linkExport(read, { links: links?.(source), exportUrl, language });
}

function optionsOf({ siteUrl, postFields }: Reading, pass: Parameters<ReadItems>[0]): ReadOptions {
  return { siteUrl, postFields, content: pass === "posts" };
}

async function openText(
  kind: "markdown" | "html",
  { file, name }: { file: Blob; name: string },
  reading: Reading,
): Promise<OpenedUpload> {
  if (file.size > mostPostBytes) {
    throw new UploadError(`A file with a single post must have at most ${sizeInWords(mostPostBytes)}.`);
  }
  const text = await textOf(kind, file);
  const isMedium = kind === "html" && isMediumText(text);
  const format = isMedium ? "medium" : isNotionExport([name]) ? "notion" : kind;
  async function* items(): AsyncGenerator<ImportItem> {
    for (const item of await readText({ path: name, text, format, pass: "posts" }, reading)) {
      if (item.kind !== "post") yield item;
      else {
        // A file without a folder has no key. The import finds its post by the slug.
        const { key: _key, path: _path, ...post } = item;
        yield post;
      }
    }
  }
  return { kind: format, source: undefined, items };
}

async function textOf(kind: "markdown" | "html", file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new FileDecoder(kind === "html" ? "html" : undefined).decode(bytes);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    throw new UploadError(`The file cannot be read: ${error.message}.`);
  }
}

/** Returns the format of an export whose declaration of the encoding counts. */
function markupOf(kind: ExportKind): "xml" | undefined {
  return kind === "ghost" ? undefined : "xml";
}

async function openZip(folder: ZipFolder, name: string, reading: Reading): Promise<OpenedUpload> {
  const { paths } = folder;
  if (folder.has("[Content_Types].xml")) {
    throw new UploadError("This file is an Office document. Save it as a web page, and put it into a zip.");
  }
  if (await isSubstackZip(folder, reading.format)) {
    const items = (): AsyncIterable<ImportItem> => readSubstackZip(folder, reading);
    return { kind: "substack", source: "substack", items };
  }
  const exports = await exportsIn(folder, reading.format);
  const [first] = exports;
  if (first !== undefined) {
    const { kind } = first;
    return { kind, source: kind, items: () => readExports(folder, exports, reading) };
  }
  if (reading.format === "substack" || (reading.format ?? "") in readers)
    throw new UploadError(`The zip has no file in the format ${reading.format}.`);
  if (!paths.some(isPostName)) {
    const unread = new UnreadFiles();
    for (const path of paths) unread.add(path);
    throw new UploadError(`The zip cannot be imported, because ${unread.reason()}.`);
  }
  const kind = await kindOfPages(folder, reading.format);
  const named = kind === "zip" ? (folder.root || nameWithout(name)).slice(0, longestSource) : kind;
  const source = named || "files";
  return { kind, source, items: () => readZipPosts(folder, { ...reading, kind, source }) };
}

async function isSubstackZip(folder: ZipFolder, format: Reading["format"]): Promise<boolean> {
  if (!folder.has(substackList) || (format !== undefined && format !== "substack")) return false;
  return /\bpost_id\b/.test(await folder.beginning(substackList, shown));
}

/** Kinds of zips with a file for each post. */
type PageKind = "zip" | "medium" | "notion";

async function kindOfPages(folder: ZipFolder, format: Reading["format"]): Promise<PageKind> {
  if (format === "medium" || format === "notion") return format;
  if (format !== undefined) return "zip";
  if (isNotionExport(folder.paths)) return "notion";
  return (await isMediumZip(folder)) ? "medium" : "zip";
}

interface ZippedExport {
  path: string;
  kind: ExportKind;
}

/**
 * Returns the exports in a zip, such as the parts of a large WordPress export. Besides posts, only exports that nothing else looks like count, without
 * Markdown: Google Takeout adds a page to a backup of Blogger.
 */
async function exportsIn(folder: ZipFolder, format: Reading["format"]): Promise<ZippedExport[]> {
  if (format !== undefined && !(format in readers)) return [];
  const { paths } = folder;
  const isCertain = format !== undefined || !paths.some(isPostName);
  if (!isCertain && paths.some((path) => markdownName.test(path))) return [];
  const found: ZippedExport[] = [];
  for (const path of paths.filter((one) => exportName.test(one)).slice(0, mostExports)) {
    const kind = exportKindOf(await folder.beginning(path, shown));
    if (kind === undefined || (format !== undefined && kind !== format)) continue;
    if (!isCertain && kind !== "wordpress" && kind !== "blogger") continue;
    if (found[0] === undefined || found[0].kind === kind) found.push({ path, kind });
  }
  return found;
}

function readExports(
  folder: ZipFolder,
  exports: readonly ZippedExport[],
  reading: Reading,
): AsyncIterable<ImportItem> {
  const sources = exports.map(({ path, kind }) => {
    const read = (): AsyncIterable<Uint8Array> => {
      folder.begin();
      return folder.read(path);
    };
    const exported = { name: path, size: folder.sizeOf(path), markup: markupOf(kind), read };
    return { path, kind, source: exportSource(exported, { ...reading, checks: 2 }) };
  });
  async function* read(pass: Parameters<ReadItems>[0]): AsyncGenerator<ImportItem> {
    for (const { path, kind, source } of sources) {
      try {
        yield* readers[kind](source, optionsOf(reading, pass));
      } catch (error) {
        if (exports.length === 1) throw error;
        yield skippedFile(error, { file: path });
      }
    }
  }
  return linked(read, exports[0]?.kind ?? "", reading);
}

function readSubstackZip(folder: ZipFolder, reading: Reading): AsyncIterable<ImportItem> {
  const list = {
    name: substackList,
    size: folder.sizeOf(substackList),
    read: () => folder.read(substackList),
  };
  const source = exportSource(list, { ...reading, checks: 1 });
  const { siteUrl } = reading;
  const read: ReadItems = (pass) =>
    readSubstack(source, { siteUrl }, async (id) => {
      const path = `posts/${id}.html`;
      if (!folder.has(path) || folder.sizeOf(path) > mostPostBytes) return undefined;
      return pass === "keys" ? "" : folder.text(path);
    });
  return linked(read, "substack", reading);
}

async function isMediumZip(folder: ZipFolder): Promise<boolean> {
  const path = folder.paths.find((one) => /^posts\/.*\.html?$/i.test(one));
  if (path === undefined || folder.sizeOf(path) > mostPostBytes) return false;
  return isMediumText(await folder.beginning(path, mostPostBytes));
}

/** Returns a file's name without its extension, and without the number that browsers add to downloads. */
function nameWithout(name: string): string {
  return name.replace(/\.[^.]*$/, "").replace(/ ?\(\d+\)$/, "");
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const portion = 262_144;
  for (let at = 0; at < file.size; at += portion) {
    yield new Uint8Array(await file.slice(at, at + portion).arrayBuffer());
  }
}

/** Reads the posts of a zip, a file for each, and links their translations. */
async function* readZipPosts(
  folder: ZipFolder,
  { kind, source, ...reading }: Reading & { kind: PageKind; source: string },
): AsyncGenerator<ImportItem> {
  const notion = kind === "notion" ? await notionExportIn(folder, reading) : undefined;
  const site = notion === undefined ? await readZipSite(folder, reading.textWork) : noSite;
  yield* site.notes;
  yield* folder.refused;
  const target = reading.links?.(source);
  const links = target && new PageLinks({ ...target, site: site.site, name: folder.root });
  const linksLater = links !== undefined;
  const only = kind === "medium" ? "html" : reading.format;
  const names = only === "html" ? htmlName : only === "markdown" ? markdownName : postName;
  const paths = folder.paths.filter((path) => names.test(path));
  const unread = new UnreadFiles();
  for (const path of folder.paths)
    if (!names.test(path) && !(kind === "notion" && isNotionTable(path))) unread.add(path);
  const ofRepository = repositoryFiles({
    names: folder.rootNames,
    hasPagesBelow: paths.some((path) => path.includes("/")),
    hasGenerator: site.site?.generator !== undefined,
  });
  async function* read(pass: TextFile["pass"]): AsyncGenerator<ImportItem> {
    const batches = new TextBatches(reading, site, folder.begin());
    let done = 0;
    for (const path of paths) {
      const format = kind !== "zip" ? kind : htmlName.test(path) ? "html" : "markdown";
      const columns = notion?.columnsOf(path);
      const text = await textOrReason(folder, path);
      const isOther = typeof text === "string" && ofRepository.has(path) && !hasFrontMatter(text);
      const found = isOther ? repositoryFile(path) : text;
      if (typeof found === "string") {
        const isExpanded = pass === "posts" && format === "markdown";
        const included = isExpanded
          ? await withZipIncludes(found, { path, site: site.site, folder })
          : undefined;
        yield* batches.add({ path, text: included?.text ?? found, format, pass, linksLater, columns });
        if (included !== undefined) yield* includeNotes(included, { file: path, line: 1 });
      } else if (pass === "posts") {
        yield* batches.end();
        yield found;
      }
      reading.onProgress({ done: ++done, total: paths.length, unit: "files", isChecking: pass === "keys" });
    }
    yield* batches.end();
  }
  const complete: ReadItems = (pass) => notion?.complete(pass, read(pass)) ?? read(pass);
  yield* linkTranslations(complete, given({ language: reading.language, links }));
  yield* unread.items(folder.root || source);
}

async function notionExportIn(folder: ZipFolder, reading: Reading): Promise<NotionExport> {
  const notion = new NotionExport();
  for (const path of folder.paths.filter(isNotionTable)) {
    const table = { name: path, size: folder.sizeOf(path), read: () => folder.read(path) };
    await notion.addTable(path, exportSource(table, { ...reading, checks: 1 }));
  }
  return notion;
}

async function textOrReason(folder: ZipFolder, path: string): Promise<string | SkippedItem> {
  if (folder.sizeOf(path) > mostPostBytes) {
    return tooLarge(path, `it has more than ${sizeInWords(mostPostBytes)}`);
  }
  try {
    return await folder.text(path);
  } catch (error) {
    return skippedFile(error, { file: path });
  }
}
