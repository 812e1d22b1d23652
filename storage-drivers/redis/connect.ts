import type * as Ioredis from "ioredis";
import type { Cluster, Redis, RedisOptions } from "ioredis";
import type { RedisAddress } from "./parse_redis_url.ts";
import type { ConnectionTimeouts } from "./redis_connection.ts";
import { given } from "../../lib/base/given.ts";

/** Classes of the package `ioredis`. */
export type RedisClasses = Pick<typeof Ioredis, "Cluster" | "Redis">;

const longestPause = 2000;

/**
 * Connects with the options that a store needs. Commands are not queued without a connection. They are never sent twice, because a write
 * without a reply may have succeeded.
 */
export function connect(
  classes: RedisClasses,
  address: RedisAddress,
  timeouts: ConnectionTimeouts,
  more: RedisOptions,
): Redis | Cluster {
  const { kind, nodes, database, tls, username, password, master } = address;
  const options: RedisOptions = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: timeouts.connectTimeoutMs,
    // A connection that is silent for this long is replaced.
    socketTimeout: 2 * timeouts.commandTimeoutMs,
    retryStrategy: pauseBefore,
    sentinelRetryStrategy: pauseBefore,
    reconnectOnError: (error) => error.message.includes("READONLY"),
    ...(tls ? { tls: {} } : {}),
    ...given({ username, password }),
    ...more,
  };
  const db = database ?? more.db ?? 0;
  if (kind === "cluster") return connectCluster(classes, nodes, options, tls);
  if (kind === "sentinel") {
    const sentinel = { sentinels: nodes, enableTLSForSentinelMode: tls };
    return new classes.Redis({
      ...sentinel,
      ...options,
      db,
      ...(master === undefined ? {} : { name: master }),
    });
  }
  return new classes.Redis({ ...nodes[0], ...options, db });
}

function connectCluster(
  classes: RedisClasses,
  nodes: RedisAddress["nodes"],
  redisOptions: RedisOptions,
  tls: boolean,
): Cluster {
  return new classes.Cluster(nodes, {
    redisOptions,
    enableOfflineQueue: false,
    clusterRetryStrategy: pauseBefore,
    // A retry after a lost connection could repeat a write. MOVED and ASK are safe: the server has done nothing.
    retryDelayOnFailover: 0,
    slotsRefreshInterval: 10_000,
    // Certificates are issued for names, so names must not be resolved to addresses.
    ...(tls ? { dnsLookup: (name, callback) => callback(null, name) } : {}),
  });
}

/** Returns the milliseconds before the next attempt, with exponential backoff and jitter. */
function pauseBefore(attempt: number): number {
  const pause = Math.min(longestPause, 25 * 2 ** Math.min(attempt, 10));
  return Math.round(pause * (0.5 + Math.random() / 2));
}
