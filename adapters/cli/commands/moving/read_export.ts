import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { EncodingError } from "../../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../../lib/base/text/file_decoder.ts";
import { CliError } from "../../frame/exit/cli_error.ts";

/** Options of {@link readExport}. */
export interface Reading {
  action: string;
  /** Called with the total number of bytes read from the file. */
  onBytes: (bytes: number) => void;
}

/**
 * Returns the size of an export's file, or undefined if it is not a regular file.
 *
 * @throws {CliError} when the file does not exist
 */
export async function sizeOfExport(file: string, action: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch (cause) {
    throw new CliError(`${action} ${file}: there is no such file`, { cause });
  }
}

/** Reads the text of an export. `-` is the standard input. If the name ends with `.gz`, the file is decompressed. */
export async function* readExport(file: string, { action, onBytes }: Reading): AsyncGenerator<string> {
  const decoder = new FileDecoder();
  try {
    for await (const chunk of chunksOf(file, onBytes)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if (cause instanceof EncodingError || (cause instanceof Error && "code" in cause))
      throw new CliError(`${action} ${file}: ${cause.message}`, { cause });
    throw cause;
  }
}

function chunksOf(file: string, onBytes: (bytes: number) => void): AsyncIterable<Buffer> {
  const chunks = counted(file === "-" ? process.stdin : createReadStream(file), onBytes);
  // The callback ignores the error: the loop that reads the stream also receives it.
  return file.endsWith(".gz") ? pipeline(chunks, createGunzip(), () => undefined) : chunks;
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** True if a backup of this name is a file of records. Every other name is an LMDB directory. */
export function isExportFile(name: string): boolean {
  return /\.(?:jsonl|ndjson)(?:\.gz)?$/.test(name);
}
