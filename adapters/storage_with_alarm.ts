import { callback, fields, methods } from "../lib/base/input/check_options.ts";
import { systemClock } from "../lib/base/time/clock.ts";
import type { DurableObjectNamespace, PosternStorage } from "../storage-drivers/durable_object.ts";
import { type AlarmState, AlarmStorage, type Deliverer } from "./alarm_storage.ts";

const action = "create the storage class";

/** Options of {@link storageWithAlarm}. */
export interface StorageWithAlarmOptions<Env> {
  /** Returns the binding of the class, the same as for `durableObjectDriver`. */
  namespace: (env: Env) => DurableObjectNamespace;
}

/** A Durable Object class, in the form that a Worker exports. */
export type StorageClass<Env> = new (
  state: AlarmState,
  env: Env,
) => PosternStorage & { alarm(info?: { isRetry?: boolean }): Promise<void> };

const optionsCheck = fields<StorageWithAlarmOptions<unknown>>({ namespace: callback }, ["namespace"]);
const eventsCheck = methods(["deliver"]);

/**
 * Creates the Durable Object class `PosternStorage` with an alarm, which delivers events and webhooks, and publishes scheduled posts. No
 * cron trigger is necessary.
 *
 * @param openApi creates an API of its own for the object that delivers. Objects share no API with requests, because pending I/O ends with
 * its request
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { storageWithAlarm, toWorker } from "postern/cloudflare-workers";
 * import { durableObjectDriver, type DurableObjectNamespace } from "postern/storage-drivers/durable-object";
 *
 * interface Env {
 *   POSTERN: DurableObjectNamespace;
 * }
 *
 * const openApi = ({ POSTERN }: Env) =>
 *   createPublicApi({ storage: durableObjectDriver({ namespace: POSTERN }), deployment: "cluster" });
 *
 * export const PosternStorage = storageWithAlarm(openApi, { namespace: ({ POSTERN }: Env) => POSTERN });
 *
 * export default toWorker(openApi);
 * ```
 */
export function storageWithAlarm<Env>(
  openApi: (env: Env) => Deliverer,
  options: StorageWithAlarmOptions<Env>,
): StorageClass<Env> {
  callback(openApi, { action, option: "openApi" });
  optionsCheck(options, { action, option: "" });
  return class extends AlarmStorage {
    constructor(state: AlarmState, env: Env) {
      const open = (): Deliverer => {
        const api = openApi(env);
        eventsCheck(api.events, { action: "deliver events", option: "api.events" });
        return api;
      };
      super(state, { namespace: options.namespace(env), openApi: open, clock: systemClock });
    }
  };
}
