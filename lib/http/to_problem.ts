import { IdempotencyKeyReusedError } from "../content/mod.ts";
import { InvalidInputError, StoreUnavailableError } from "../errors.ts";
import { ProblemError } from "./problem.ts";

/** After how many seconds a client may try again when the store does not answer. */
const retryAfterFailure = 5;

/** The problem that an error means to the client. What the client need not know stays in `cause`. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof InvalidInputError) {
    return new ProblemError("invalid-body", error.message, { fields: error.fields });
  }
  if (error instanceof IdempotencyKeyReusedError) {
    return new ProblemError("idempotency-key-reused", error.message);
  }
  if (error instanceof StoreUnavailableError) {
    const headers = { "retry-after": String(retryAfterFailure) };
    const detail = `Try again in ${retryAfterFailure} seconds`;
    return new ProblemError("store-unavailable", detail, { headers, cause: error });
  }
  return new ProblemError("internal-error", "The request could not be answered", { cause: error });
}
