import { CliError } from "../frame/exit/cli_error.ts";

/**
 * Runs a search or the build of its index.
 *
 * @param prefix text before the reason
 * @throws {CliError} if the index exceeds its limit
 */
export async function reportTooLarge<Result>(run: () => Promise<Result>, prefix = ""): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "search-too-large";
    throw isTooLarge ? new CliError(`${prefix}${error.message}`, { cause: error }) : error;
  }
}
