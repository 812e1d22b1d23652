import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { CliError } from "./cli_error.ts";

/**
 * Reads the text of a file. `-` is the standard input.
 *
 * @throws {CliError} when it cannot be read
 */
export async function readInput(file: string): Promise<string> {
  try {
    return file === "-" ? await textOf(process.stdin) : await readFile(file, "utf8");
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

/** Creates the error of an unreadable file or folder. */
export function cannotRead(path: string, cause: unknown): CliError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CliError(`Cannot read ${path}: ${reason}`, { cause });
}
