import { CliError } from "../frame/exit/cli_error.ts";
import { readJson } from "../frame/input/read_input.ts";

/**
 * Reads a JSON file with an object of old and new names of authors.
 *
 * @throws {CliError} if the file cannot be read, or is no such object
 */
export async function readAuthorMap(file: string): Promise<Record<string, string>> {
  const names = await readJson(file);
  const isMap =
    typeof names === "object" &&
    names !== null &&
    !Array.isArray(names) &&
    Object.values(names).every((name) => typeof name === "string" && name.trim() !== "");
  if (isMap) return names as Record<string, string>;
  throw new CliError(
    `Cannot read the author map ${file}: it must be an object of names, such as {"kim": "Kim Doe"}`,
  );
}
