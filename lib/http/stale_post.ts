import { StoreUnavailableError } from "../errors.ts";
import { StoreReplacedError } from "../store/mod.ts";
import type { Answer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import { ProblemError } from "./problem.ts";
import { reportFailure } from "./report_failure.ts";

/**
 * Returns the post as it was served last, if the store is unreachable (and was not replaced) and the option `cache.staleIfError` allows that age. Requests with a key get
 * no stale post, because their use cannot be counted. `Age` says for how many seconds the post has not been confirmed (RFC 9111, section 5.1).
 *
 * @throws the error of the request in every other case
 */
export function stalePost(request: ApiRequest, { type, error }: { type: string; error: unknown }): Answer {
  const { path, now, deps } = request;
  const { renderedPosts, options } = deps;
  if (error instanceof ProblemError && error.status === 404) renderedPosts.delete(path);
  const isOutage = error instanceof StoreUnavailableError && !(error instanceof StoreReplacedError);
  if (!isOutage || request.request.headers.has("x-api-key")) throw error;
  const rendered = renderedPosts.find(path, type);
  const age = rendered === undefined ? Infinity : Math.floor((now - rendered.confirmedAt) / 1000);
  if (rendered === undefined || age > options.cache.staleIfError) throw error;
  reportFailure(error, request.request, options);
  const answer = rendered.answerAt(now, false);
  return { ...answer, headers: { ...answer.headers, age: String(Math.max(0, age)) }, isShared: false };
}
