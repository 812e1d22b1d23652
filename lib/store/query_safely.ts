import { isPromise } from "../awaitable.ts";
import { type Batch, type BatchResult, Failure, type QueryBatch } from "./batch.ts";

/** Returns a query that neither throws nor rejects, whatever the engine does: every item of the batch fails then. */
export function querySafely(query: QueryBatch): QueryBatch {
  return (batch) => {
    try {
      const result = query(batch);
      return isPromise(result) ? result.catch((error: unknown) => failed(batch, error)) : result;
    } catch (error) {
      return failed(batch, error);
    }
  };
}

function failed({ counts, reads }: Batch, error: unknown): BatchResult {
  const failure = new Failure(error);
  return { counts: counts.map(() => failure), reads: reads.map(() => failure) };
}
