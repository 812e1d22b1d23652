import { StoreLimitError } from "../../base/errors.ts";

/**
 * Runs a step for up to `most` items, and for half as many as long as its commit is too large for the store.
 *
 * @throws {StoreLimitError} if a single item is too large
 */
export async function fewerAtOnce<Result>(
  most: number,
  step: (limit: number) => Promise<Result>,
): Promise<Result> {
  for (let limit = most; ; limit = Math.ceil(limit / 2)) {
    try {
      return await step(limit);
    } catch (error) {
      if (!(error instanceof StoreLimitError) || limit === 1) throw error;
    }
  }
}
