import type { AdapterRequestContext } from "@hattip/core";
import { ignoreWork, ProblemError, requestTarget, withUrl } from "../../lib/http/mod.ts";
import { problemResponse } from "./problem_response.ts";
import { failureBody, failureHeaders, reportError } from "./report_error.ts";
import type { Next, Served } from "./serve_options.ts";

/** A request, and the data about it that only the adapter has. */
export interface RequestFacts {
  request: Request;
  /**
   * Address of the client, or of the last proxy; empty if unknown. A function is called on the first read of `ip`, for runtimes where the
   * lookup is slow. Its result is missing from a spread context.
   */
  ip: string | ((request: Request) => string);
  platform: unknown;
  env: (name: string) => string | undefined;
  /** Keeps the runtime alive until the promise has settled. Default: not needed, the runtime stays alive. */
  waitUntil?: (promise: Promise<unknown>) => void;
}

/**
 * Returns the handler's response, or that of `next` if the handler passes the request on. Errors of both go to `onError`, and the response
 * has status 500. A request without a certain path gets 400: two `Host` lines, an invalid `Host`, or a target that is not a path.
 */
export async function respondOrPass(
  served: Served,
  facts: RequestFacts,
  next: Next | undefined,
): Promise<Response> {
  const read = requestTarget(facts.request);
  if (read instanceof ProblemError) return problemResponse(read, served);
  const request = withUrl(facts.request, read.origin + read.target);
  const context = new Context(facts);
  try {
    const response = await served.handler(context);
    return context.isPassed && next !== undefined ? await next(request) : response;
  } catch (error) {
    reportError(error, () => facts.request, served.options?.onError);
    return new Response(failureBody, { status: 500, headers: failureHeaders });
  }
}

/** Its fields are own properties, because hosts spread a context to change a part of it. A class is faster on Bun than an object with a getter. */
class Context implements AdapterRequestContext {
  readonly request: Request;
  readonly platform: unknown;
  readonly env: (name: string) => string | undefined;
  readonly waitUntil: (promise: Promise<unknown>) => void;
  readonly passThrough: () => void;
  readonly #ip: RequestFacts["ip"];
  isPassed = false;

  constructor({ request, ip, platform, env, waitUntil }: RequestFacts) {
    this.request = request;
    this.platform = platform;
    this.env = env;
    this.waitUntil = waitUntil === undefined ? ignoreWork : ignoringFailures(waitUntil);
    this.passThrough = () => void (this.isPassed = true);
    this.#ip = ip;
    if (typeof ip === "string") Object.defineProperty(this, "ip", { value: ip, enumerable: true });
  }

  get ip(): string {
    return typeof this.#ip === "string" ? this.#ip : this.#ip(this.request);
  }
}

/** Work that continues after the response must not end the process when it fails. */
function ignoringFailures(
  waitUntil: (promise: Promise<unknown>) => void,
): (promise: Promise<unknown>) => void {
  return (promise) => waitUntil(Promise.resolve(promise).catch(() => undefined));
}
