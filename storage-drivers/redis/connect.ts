import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { RedisAddress } from "./parse_redis_url.ts";
import type { ConnectionTimeouts } from "./redis_connection.ts";

const longestPause = 2000;

/**
 * Connects as a store needs it: nothing is queued while there is no connection, and no command is
 * sent twice, since a write that was not answered may have happened.
 */
export function connect(
  address: RedisAddress,
  timeouts: ConnectionTimeouts,
  more: RedisOptions,
): Redis | Cluster {
  const { kind, nodes, database, tls, username, password, master } = address;
  const options: RedisOptions = {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: timeouts.connectTimeout,
    // A connection that gives no sign of life for this long is replaced.
    socketTimeout: 2 * timeouts.commandTimeout,
    retryStrategy: pauseBefore,
    sentinelRetryStrategy: pauseBefore,
    reconnectOnError: (error) => error.message.includes("READONLY"),
    ...(tls ? { tls: {} } : {}),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...more,
  };
  if (kind === "cluster") return connectCluster(nodes, options, tls);
  if (kind === "sentinel") {
    const sentinel = { sentinels: nodes, enableTLSForSentinelMode: tls };
    return new Redis({
      ...sentinel,
      ...options,
      db: database,
      ...(master === undefined ? {} : { name: master }),
    });
  }
  return new Redis({ ...nodes[0], ...options, db: database });
}

function connectCluster(nodes: RedisAddress["nodes"], redisOptions: RedisOptions, tls: boolean): Cluster {
  return new Cluster(nodes, {
    redisOptions,
    enableOfflineQueue: false,
    clusterRetryStrategy: pauseBefore,
    // A retry after a lost connection would be a blind one; MOVED and ASK are answered before anything is done.
    retryDelayOnFailover: 0,
    slotsRefreshInterval: 10_000,
    // Certificates are made out to names, which a lookup would replace by numbers.
    ...(tls ? { dnsLookup: (name, callback) => callback(null, name) } : {}),
  });
}

/** Milliseconds before the next attempt: twice as long each time, and not the same for every process. */
function pauseBefore(attempt: number): number {
  const pause = Math.min(longestPause, 25 * 2 ** Math.min(attempt, 10));
  return Math.round(pause * (0.5 + Math.random() / 2));
}
