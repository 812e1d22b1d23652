import { ProblemError } from "../../../http/mod.ts";
import { InvalidSearchQueryError, SearchIndexTooLargeError } from "../../../search/mod.ts";

/**
 * Runs a search, and converts its errors.
 *
 * @param refuse creates the error for a query that is blank or too long
 * @throws {ProblemError} if the index exceeds its limit
 */
export async function convertSearchErrors<Result>(
  run: () => Promise<Result>,
  refuse: (message: string) => Error,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof InvalidSearchQueryError) throw refuse(error.message);
    if (error instanceof SearchIndexTooLargeError) {
      throw new ProblemError("search-too-large", error.message, { cause: error });
    }
    throw error;
  }
}
