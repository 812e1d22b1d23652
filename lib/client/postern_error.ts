import type { Quota } from "../access/mod.ts";
import type { ProblemCode, ProblemDetail } from "../problems/mod.ts";

/**
 * What can go wrong on the way, beside the problems that the API tells:
 *
 * - `network-failure`: no connection, or it ended before the answer was whole; `cause` says more
 * - `timeout`: no whole answer within the time allowed
 * - `redirected`: the server redirects a request with a key, which goes to no other address
 * - `http-error`: a status that is no success, with a body that is no problem detail: a proxy's page, for example
 * - `invalid-answer`: a success whose body is not what this API answers
 * - `too-many-pages`: the list has more pages than `maxPages`
 */
export type ClientFailure =
  "network-failure" | "timeout" | "redirected" | "http-error" | "invalid-answer" | "too-many-pages";

/**
 * A call of the client that failed. Nothing in it holds the API key. An abort by the caller's own signal is no such error: the
 * call then rejects with the signal's `reason`, as `fetch` does.
 *
 * @example
 * ```ts
 * import { createClient, PosternError } from "postern/client";
 *
 * const fetch = async (): Promise<Response> => new Response("Bad gateway", { status: 502 });
 * const client = createClient({ baseUrl: "https://acme.example", organizationSlug: "acme", fetch, maxAttempts: 1 });
 * const error = await client.getPost("hello").catch((error: unknown) => error);
 * error instanceof PosternError && [error.code, error.status]; // ["http-error", 502]
 * ```
 */
export class PosternError extends Error {
  override name = "PosternError";
  /** What went wrong: the code of the problem that the API told, or of what failed on the way. A later server may know more codes. */
  declare readonly code: ProblemCode | ClientFailure | (string & {});
  /** The status of the answer, where there was one. */
  declare readonly status?: number;
  /** The problem detail (RFC 9457), where the answer was one. */
  declare readonly problem?: ProblemDetail | undefined;
  /** After how many seconds to try again, where the answer said so (`Retry-After`). */
  declare readonly retryAfter?: number | undefined;
  /** The key's quota after the request, where the answer told it. */
  declare readonly quota?: Quota | undefined;

  constructor(
    action: string,
    reason: string,
    details: Pick<PosternError, "code" | "status" | "problem" | "retryAfter" | "quota" | "cause">,
  ) {
    super(`Cannot ${action}: ${reason}`, details);
    Object.assign(this, details);
  }
}
