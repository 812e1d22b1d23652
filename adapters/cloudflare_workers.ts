import { callback, fields } from "../lib/base/input/check_options.ts";
import { respondOrPass } from "./serving/respond_or_pass.ts";
import { checkServed, type Served } from "./serving/serve_options.ts";

export type { AlarmState, Deliverer } from "./alarm_storage.ts";
export type { Served } from "./serving/serve_options.ts";
export { type StorageClass, storageWithAlarm, type StorageWithAlarmOptions } from "./storage_with_alarm.ts";

/** The part of a Worker's execution context that this adapter uses. Hosts do not need Cloudflare's types. */
export interface ExecutionContext {
  waitUntil(promise: Promise<unknown>): void;
}

/** A Worker, in the form that `export default` needs. */
export interface Worker<Env> {
  fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
}

const action = "create the Worker";

/** Options of {@link toWorker}. */
export interface WorkerOptions<Env> {
  /** The host's own routes. Default: every other path returns 404. */
  next?: (request: Request, env: Env, context: ExecutionContext) => Response | Promise<Response>;
}

const optionsCheck = fields<WorkerOptions<unknown>>({ next: callback });

/**
 * Creates a Worker that serves an API. The first request opens the API, because bindings and random values are not available earlier. It
 * stays open as long as the isolate.
 *
 * The client's address is read from `CF-Connecting-IP`, which Cloudflare sets.
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
      return respondOrPass(served, facts, next && ((passed) => next(passed, env, context)));
    },
  };
}

function opened(served: Served): Served {
  checkServed(served, action);
  return served;
}

/** Returns a binding if it is text: other runtimes call these environment variables. */
function textBinding(env: unknown, name: string): string | undefined {
  const value = (env as Record<string, unknown>)[name];
  return typeof value === "string" ? value : undefined;
}
