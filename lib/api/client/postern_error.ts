import type { Quota } from "../../access/mod.ts";
import type { ProblemCode, ProblemDetail } from "../../http/mod.ts";

/**
 * Failures in addition to the problems that the API reports:
 *
 * - `network-failure`: no connection, or it ended before the response was complete; see `cause`
 * - `timeout`: no complete response in time
 * - `redirected`: the server redirects a request with a key; the client sends keys to `baseUrl` only
 * - `http-error`: an error status without a problem detail, such as a proxy's error page
 * - `invalid-answer`: a success status with a body that is not from this API
 * - `too-many-pages`: the list has more pages than `maxPages`
 */
export type ClientFailure =
  | "network-failure"
  | "timeout"
  | "redirected"
  | "http-error"
  | "invalid-answer"
  | "too-many-pages";

/**
 * A failed call of the client. It never contains the API key. If the caller's signal aborts, the call rejects with the signal's
 * `reason` instead, as `fetch` does.
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
  /** Code of the API's problem or of the client's failure. A later server may send more codes. */
  declare readonly code: ProblemCode | ClientFailure | (string & {});
  /** Status of the response, if any. */
  declare readonly status?: number;
  /** Problem detail of the response (RFC 9457), if any. */
  declare readonly problem?: ProblemDetail | undefined;
  /** Seconds to wait before a retry, if the response has `Retry-After`. */
  declare readonly retryAfterSeconds?: number | undefined;
  /** The key's quota after the request, if the response contains it. */
  declare readonly quota?: Quota | undefined;

  constructor(
    action: string,
    reason: string,
    details: Pick<PosternError, "code" | "status" | "problem" | "retryAfterSeconds" | "quota" | "cause">,
  ) {
    super(`Cannot ${action}: ${reason}`, details);
    Object.assign(this, details);
  }
}
