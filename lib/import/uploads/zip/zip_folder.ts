import { beginningOfText } from "../../../base/text/declared_encoding.ts";
import { FileDecoder } from "../../../base/text/file_decoder.ts";
import type { SkippedItem } from "../../import_item.ts";
import { htmlName } from "../../paths/page_path.ts";
import { UploadError } from "../upload_error.ts";
import { ReadingBudget } from "../reading_budget.ts";
import { DamagedFileError } from "./damaged_file_error.ts";
import { inflateEntry, unpackedFile } from "./inflate_entry.ts";
import { damaged, readDirectory, requireFileCount, type ZipEntry } from "./read_directory.ts";

// oxlint-disable-next-line no-control-regex -- these are the characters meant
const control = /[\u0000-\u001f\u007f]/;

/** Returns the reason why the path of a file in a zip is refused, or undefined for a path inside of the zip. */
function pathProblem(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.split("/").includes("..")) {
    return "its path leads out of the zip";
  }
  if (control.test(path)) return "its path has control characters";
  if (path.includes("\ufffd")) return "its path is not UTF-8";
  return undefined;
}

/** Names of files and folders that programs add, or that are no content of a site. */
const ignored = /(?:^|\/)(?:\.[^/]*|__MACOSX|node_modules|Thumbs\.db|desktop\.ini)(?:\/|$)/;

/** Names of the zips in a zip of Notion. */
const notionPart = /^(?:[^/]{1,200}\/)?Export(?:Block)?-[0-9a-f-]{36}(?:-Part-\d{1,4})?\.zip$/i;

/** Configurations of site generators, whose names also begin with a point. */
const hiddenConfig = /(?:^|\/)(?:(?:\.(?:vite|vue)press\/config|\.eleventy)\.[cm]?[jt]s|\.authors\.ya?ml)$/;

/** The files of a zip, ordered by path. A folder that all files share is left out of the paths. */
export class ZipFolder {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #budget = new ReadingBudget();
  /** Name of the folder that all files share, or empty. */
  readonly root: string;
  /** Files that are not read, such as links. */
  readonly refused: readonly SkippedItem[];
  /** Names of the files and folders below the root, with hidden names. */
  readonly rootNames: readonly string[];

  private constructor({ entries, root, refused, rootNames }: SortedEntries) {
    this.#entries = entries;
    this.root = root;
    this.refused = refused;
    this.rootNames = rootNames;
  }

  /**
   * Opens a zip. Of a Notion export, opens the zips in it. Other zips in a zip are not read.
   *
   * @throws {UploadError} if it is damaged, encrypted or too large
   */
  static async open(zip: Blob): Promise<ZipFolder> {
    const entries = await withParts(await readDirectory(zip));
    if (entries.length > 0 && entries.every(({ isEncrypted }) => isEncrypted)) {
      throw new UploadError("The zip is encrypted with a password. Create it without a password.");
    }
    return new ZipFolder(sort(entries));
  }

  /** The paths of the files. */
  get paths(): string[] {
    return [...this.#entries.keys()];
  }

  /** Begins another reading of the files, with a new budget. */
  begin(): ReadingBudget {
    return (this.#budget = new ReadingBudget());
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** Returns the size of a file in bytes, or 0 if it does not exist. */
  sizeOf(path: string): number {
    return this.#entries.get(path)?.size ?? 0;
  }

  /** Yields the bytes of a file. */
  async *read(path: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(path);
    if (entry !== undefined) yield* inflateEntry(entry.zip, entry, this.#budget);
  }

  /** Returns the beginning of a file's text, to detect its format. Bytes that are no text become replacement characters. A damaged file ends early. */
  async beginning(path: string, most: number): Promise<string> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    try {
      for await (const bytes of this.read(path)) {
        chunks.push(bytes.slice());
        if ((length += bytes.length) >= most) break;
      }
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
    }
    const all = await new Blob(chunks).arrayBuffer();
    return beginningOfText(new Uint8Array(all).subarray(0, most), "xml");
  }

  /**
   * Returns a file's text.
   *
   * @throws {EncodingError} if it is no text in its encoding
   * @throws {DamagedFileError} if it cannot be unpacked
   */
  async text(path: string, most: number = Infinity): Promise<string> {
    const decoder = new FileDecoder(htmlName.test(path) ? "html" : undefined);
    let text = "";
    for await (const bytes of this.read(path)) {
      text += decoder.decode(bytes, { stream: true });
      if (text.length >= most) return text.slice(0, most);
    }
    return text + decoder.decode();
  }
}

/** Returns the files of a zip, with the files of the parts of a Notion export instead of the parts. */
async function withParts(entries: readonly ZipEntry[]): Promise<ZipEntry[]> {
  const budget = new ReadingBudget();
  const found: ZipEntry[] = [];
  for (const entry of entries) {
    const isPart = notionPart.test(entry.name) && !entry.isEncrypted;
    const files = isPart ? await filesOfPart(entry, budget) : [entry];
    for (const file of files) found.push(file);
    requireFileCount(found.length);
  }
  return found;
}

async function filesOfPart(part: ZipEntry, budget: ReadingBudget): Promise<ZipEntry[]> {
  try {
    return await readDirectory(await unpackedFile(part, budget));
  } catch (error) {
    throw error instanceof DamagedFileError ? damaged() : error;
  }
}

interface SortedEntries {
  entries: ReadonlyMap<string, ZipEntry>;
  root: string;
  refused: readonly SkippedItem[];
  rootNames: readonly string[];
}

function refusalOf({ isLink, isEncrypted }: ZipEntry): string | undefined {
  if (isLink) return "it is a symbolic link";
  return isEncrypted ? "it is encrypted with a password" : undefined;
}

function sort(all: readonly ZipEntry[]): SortedEntries {
  const refused: SkippedItem[] = [];
  const read: ZipEntry[] = [];
  for (const entry of all) {
    const problem = pathProblem(entry.name);
    if (problem === undefined && ignored.test(entry.name) && !hiddenConfig.test(entry.name)) continue;
    const reason = problem ?? refusalOf(entry);
    if (reason === undefined) read.push(entry);
    else refused.push({ kind: "skipped", category: "refused-path", reason, place: { file: entry.name } });
  }
  const first = read[0]?.name ?? "";
  const root = first.slice(0, first.indexOf("/") + 1);
  const isShared = root !== "" && read.every(({ name }) => name.startsWith(root));
  const length = isShared ? root.length : 0;
  const named = read.map((entry) => [entry.name.slice(length), entry] as const);
  const entries = new Map(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const below = all.filter(({ name }) => name.startsWith(isShared ? root : ""));
  const rootNames = [...new Set(below.map(({ name }) => name.slice(length).split("/", 1)[0] ?? ""))];
  return { entries, root: isShared ? root.slice(0, -1) : "", refused, rootNames };
}
