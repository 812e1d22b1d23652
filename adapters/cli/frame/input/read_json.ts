import { cannotRead, readInput } from "./read_input.ts";

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
