import { IdempotencyKeyReusedError } from "../../content/mod.ts";
import {
  FilterNotReadyError,
  InvalidInputError,
  StoreLimitError,
  StoreRefusedError,
  StoreUnavailableError,
} from "../../base/errors.ts";
import { TextTooLargeError, TextWorkerBusyError, TextWorkStoppedError } from "../../base/text_work_errors.ts";
import { ProblemError } from "./problem.ts";

/** Seconds until a client may retry if the store is unavailable. */
const retryAfterFailure = 5;
/** Seconds until a client may retry if the store refuses an operation, because somebody must act first. */
const retryAfterRefusal = 60;

/** Returns the problem that describes an error to the client. Internal details stay in `cause`. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof InvalidInputError) {
    return new ProblemError("invalid-body", error.message, { fields: error.fields });
  }
  if (error instanceof IdempotencyKeyReusedError) {
    return new ProblemError("idempotency-key-reused", error.message);
  }
  if (error instanceof StoreLimitError) return new ProblemError("body-too-large", error.message);
  if (error instanceof StoreRefusedError) {
    const headers = { "retry-after": String(retryAfterRefusal) };
    const detail = "The operator of the service finds the reason in its log";
    return new ProblemError("store-refused", detail, { headers, cause: error });
  }
  if (error instanceof StoreUnavailableError) {
    const headers = { "retry-after": String(retryAfterFailure) };
    const detail = `Try again in ${retryAfterFailure} seconds`;
    return new ProblemError("store-unavailable", detail, { headers, cause: error });
  }
  if (error instanceof FilterNotReadyError) {
    const headers = { "retry-after": String(retryAfterFailure) };
    // The error names the number of posts of every status, which only the log may show.
    const detail = `The index of the field is being built. Try again in ${retryAfterFailure} seconds`;
    return new ProblemError("filter-not-ready", detail, { headers, cause: error });
  }
  if (error instanceof TextTooLargeError) return new ProblemError("text-too-large", error.message);
  if (error instanceof TextWorkStoppedError) return new ProblemError("text-too-complex", error.message);
  if (error instanceof TextWorkerBusyError) {
    return new ProblemError("busy", error.message, { headers: { "retry-after": "1" }, cause: error });
  }
  return new ProblemError("internal-error", "The request failed because of an internal error", {
    cause: error,
  });
}
