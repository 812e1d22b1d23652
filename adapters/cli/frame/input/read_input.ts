import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Markup } from "../../../../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../../../../lib/base/text/file_decoder.ts";
import { CliError } from "../exit/cli_error.ts";

/**
 * Reads the text of a file. `-` is the standard input.
 *
 * @param markup the format whose declaration of the encoding counts. Default: none
 * @throws {CliError} when it cannot be read, or is no text; then the cause is an `EncodingError`
 */
export async function readInput(file: string, markup?: Markup): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new FileDecoder(markup).decode(bytes);
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

/** @throws {CliError} when the file cannot be read */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    return file === "-" ? await buffer(process.stdin) : await readFile(file);
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

/** Creates the error of an unreadable file or folder. */
export function cannotRead(path: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const name = path === "-" ? "the standard input" : path;
  return new CliError(`Cannot read ${name}: ${reason}`, { cause });
}

/**
 * Reads a JSON file. `-` is the standard input.
 *
 * @throws {CliError} if it cannot be read, or is no JSON
 */
export async function readJson(file: string): Promise<unknown> {
  const text = await readInput(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}
