import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { exportKindOf, isNotionExport } from "../../../lib/import/uploads/mod.ts";
import { beginningOfText } from "../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../lib/base/text/file_decoder.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { cannotRead } from "../frame/input/read_input.ts";
import { isMediumPost } from "./export_folder.ts";
import { isPostFile } from "./post_files.ts";

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

/** Yields the bytes of a file, or of its beginning. */
export async function* chunksOf(file: string, range: { end?: number } = {}): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024, ...range });
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

/** @throws {CliError} if the format is unknown */
export async function formatOf(file: string): Promise<ImportFormat> {
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

/** Returns the beginning of a file's text, to detect its format. Bytes that are no text become replacement characters. */
export async function beginningOf(file: string): Promise<string> {
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

/** @throws {CliError} if the file or folder does not exist */
export async function statOf(path: string): Promise<{ isDirectory: boolean; size: number }> {
  try {
    const found = await stat(path);
    return { isDirectory: found.isDirectory(), size: found.size };
  } catch (cause) {
    throw new CliError(`Cannot import ${path}: there is no such file or folder`, { cause });
  }
}
