import type { Cluster, Redis, RedisOptions } from "ioredis";
import {
  choice,
  clockCheck,
  fields,
  flag,
  integer,
  methods,
  rule,
  textRule,
} from "../../lib/base/input/check_options.ts";
import { type Clock, systemClock } from "../../lib/base/time/clock.ts";
import type { AtomicDriver, Durability } from "../../lib/store/mod.ts";
import { connect, type RedisClasses } from "./connect.ts";
import { parseRedisUrl } from "./parse_redis_url.ts";
import { RedisConnection } from "./redis_connection.ts";
import { RedisEngine } from "./redis_engine.ts";
import { keepsNothing } from "./server_configuration.ts";
import { unstorageDriver } from "../unstorage_driver.ts";

/** Options of `redisDriver`. */
export interface RedisDriverOptions {
  /**
   * URL of Redis: `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`, `redis+cluster://HOST:PORT,…` or
   * `redis+sentinel://HOST:PORT,…/MASTER`. With `rediss` instead of `redis` it uses TLS.
   * Default: `redis://127.0.0.1:6379`.
   */
  url?: string;
  /** More ioredis options for every connection, such as certificates. */
  redisOptions?: RedisOptions;
  /**
   * A client of the host, instead of `url`. It should not queue or resend commands (`enableOfflineQueue: false`,
   * `autoResendUnfulfilledCommands: false`, `maxRetriesPerRequest: 0`). The driver does not close it.
   */
  client?: Redis | Cluster;
  /** Prefix of all key names, without braces. Default: `postern:`. */
  keyPrefix?: string;
  /** Milliseconds to wait for a connection, 1 to 600,000. Default: 5000. */
  connectTimeoutMs?: number;
  /** Milliseconds to wait for a reply, 1 to 600,000. Default: 2000. */
  commandTimeoutMs?: number;
  /**
   * Failures of Redis that an acknowledged commit survives: `none` without an append-only file, `process-crash` with `appendfsync everysec`,
   * `power-loss` with `appendfsync always`. If the server's configuration is weaker, every operation fails. Default: `none`.
   */
  durability?: Durability;
  /** False to write nothing to an empty store before the first commit. Default: true, which writes the id of the store. */
  create?: boolean;
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

/** A store in Redis. */
export interface RedisDriver extends AtomicDriver {
  /**
   * Returns true if a server loses all data when it stops, because it has neither an append-only file nor snapshots.
   *
   * @throws {RedisStoreError} when a server does not respond
   */
  losesAllAtEnd(): Promise<boolean>;
}

const action = "use Redis";
const keyPrefixCheck = textRule("up to 100 characters without braces and white space", (text) =>
  /^[^{}\s]{0,100}$/.test(text),
);
const durabilityCheck = choice("none", "process-crash", "power-loss");
const timeoutCheck = integer(1, 600_000);

const optionsCheck = fields<RedisDriverOptions>({
  url: textRule("a URL such as redis://127.0.0.1:6379", () => true),
  redisOptions: rule("an object", (value) => typeof value === "object" && value !== null),
  client: methods(["on", "evalsha"] satisfies (keyof Redis)[]),
  keyPrefix: keyPrefixCheck,
  connectTimeoutMs: timeoutCheck,
  commandTimeoutMs: timeoutCheck,
  durability: durabilityCheck,
  create: flag,
  clock: clockCheck,
});

/** Opens the store of {@link RedisDriverOptions} with the classes of the package `ioredis`. */
export function openRedis(classes: RedisClasses, options: RedisDriverOptions): RedisDriver {
  optionsCheck(options, { action, option: "" });
  const { client, url = "redis://127.0.0.1:6379", redisOptions = {}, clock = systemClock } = options;
  const { connectTimeoutMs = 5000, commandTimeoutMs = 2000 } = options;
  const address = parseRedisUrl(url);
  const keyPrefix = options.keyPrefix ?? address.keyPrefix ?? "postern:";
  const durability = (options.durability ?? address.durability ?? "none") as Durability;
  // The URL can also set both.
  keyPrefixCheck(keyPrefix, { action, option: "keyPrefix" });
  durabilityCheck(durability, { action, option: "durability" });
  const timeouts = { connectTimeoutMs, commandTimeoutMs };
  const connection = new RedisConnection(client ?? connect(classes, address, timeouts, redisOptions), {
    ...timeouts,
    durability,
  });
  const engine = new RedisEngine({
    connection,
    keyPrefix,
    durability,
    clock,
    create: options.create ?? true,
  });
  const driver = unstorageDriver("redis", engine, () => {
    engine.signals.close();
    return client === undefined ? connection.close() : undefined;
  });
  const losesAllAtEnd = async (): Promise<boolean> => {
    const configurations = await connection.run(() => connection.readConfigurations());
    return configurations.some(keepsNothing);
  };
  return { ...driver, losesAllAtEnd };
}
