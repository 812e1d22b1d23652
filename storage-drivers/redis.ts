import { Cluster, Redis } from "ioredis";
import { openRedis, type RedisDriver, type RedisDriverOptions } from "./redis/open_redis.ts";

export type { RedisDriver, RedisDriverOptions };
export { RedisConfigurationError } from "./redis/redis_configuration_error.ts";
export { RedisStoreError } from "./redis/redis_store_error.ts";

/**
 * Stores data in Redis 6.2 or later, or a compatible server. It can be one server, sentinels or a cluster, shared by any number of hosts.
 * Scope `cluster`.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { redisDriver } from "postern/storage-drivers/redis";
 *
 * const storage = redisDriver({ url: "redis://127.0.0.1:6379" });
 * const api = createPublicApi({ storage, deployment: "cluster" });
 * // Before the process ends:
 * await storage.dispose?.();
 * ```
 */
export function redisDriver(options: RedisDriverOptions = {}): RedisDriver {
  return openRedis({ Cluster, Redis }, options);
}
