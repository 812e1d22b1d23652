import { callback, fields } from "../lib/check_options.ts";
import { answerOrPass } from "./answer_or_pass.ts";
import { checkServed } from "./check_served.ts";
import type { Served } from "./serve_options.ts";

export type { Served } from "./serve_options.ts";

/** The part of a Worker's execution context that this adapter uses, so that nobody needs Cloudflare's types. */
export interface ExecutionContext {
  waitUntil(promise: Promise<unknown>): void;
}

/** A Worker, as `export default` wants it. */
export interface Worker<Env> {
  fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
}

const action = "create the Worker";

/** Options of {@link toWorker}. */
export interface WorkerOptions<Env> {
  /** The host's own routes. Default: none, so every other path is answered with 404. */
  next?: (request: Request, env: Env, context: ExecutionContext) => Response | Promise<Response>;
}

const optionsCheck = fields<WorkerOptions<unknown>>({ next: callback });

/**
 * Makes a Worker of an API. The API is opened with the first request, since bindings and randomness are
 * not there before, and stays for the isolate's life.
 *
 * The client's address is `CF-Connecting-IP`, which Cloudflare sets itself.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { toWorker } from "postern/cloudflare-workers";
 * import { durableObjectDriver, type DurableObjectNamespace } from "postern/storage-drivers/durable-object";
 *
 * export { PosternStorage } from "postern/storage-drivers/durable-object";
 *
 * export default toWorker((env: { POSTERN: DurableObjectNamespace }) =>
 *   createPublicApi({ storage: durableObjectDriver({ namespace: env.POSTERN }), deployment: "cluster" }),
 * );
 * ```
 */
export function toWorker<Env>(open: (env: Env) => Served, options: WorkerOptions<Env> = {}): Worker<Env> {
  callback(open, { action, option: "open" });
  optionsCheck(options, { action, option: "" });
  const { next } = options;
  let served: Served | undefined;
  return {
    fetch: async (request, env, context) => {
      served ??= opened(open(env));
      const facts = {
        request,
        ip: request.headers.get("cf-connecting-ip") ?? "",
        platform: { name: "cloudflare-workers", env, context },
        env: (name: string) => textBinding(env, name),
        waitUntil: (promise: Promise<unknown>) => context.waitUntil(promise),
      };
      return answerOrPass(served, facts, next && ((passed) => next(passed, env, context)));
    },
  };
}

function opened(served: Served): Served {
  checkServed(served, action);
  return served;
}

/** Bindings are values of all kinds; those that are text are what other runtimes call the environment. */
function textBinding(env: unknown, name: string): string | undefined {
  const value = (env as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}
