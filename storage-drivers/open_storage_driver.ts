import type * as Pg from "pg";
import { clockCheck, fields, flag, refuse } from "../lib/base/input/check_options.ts";
import type { Clock } from "../lib/base/time/clock.ts";
import { InvalidOptionError } from "../lib/base/input/invalid_option_error.ts";
import type { AtomicDriver } from "../lib/store/mod.ts";
import { loadPackage } from "./opening/load_package.ts";
import { storePath } from "./opening/store_path.ts";
import type { RedisClasses } from "./redis/connect.ts";

export { OptionalPackageError, type OptionalPackageReason } from "./opening/optional_package_error.ts";

/** Options of {@link openStorageDriver}. */
export interface OpenStorageDriverOptions {
  /** Opens an existing store read-only, for `fs:`, `lmdb:` and `sqlite:`. Default: false. */
  readOnly?: boolean;
  /**
   * False refuses a store that does not exist, and creates nothing. Redis only creates nothing, because it has no sign of a store. Default: true.
   */
  create?: boolean;
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

type Open = (rest: string, setting: string, options: OpenStorageDriverOptions) => Promise<AtomicDriver>;

const action = "open the storage";

const openPostgres: Open = async (_rest, url, options) => {
  const { Client } = loadPackage("pg", action) as typeof Pg;
  return (await import("./postgres/open_postgres.ts")).openPostgres(Client, { url, ...writable(options) });
};

const openRedis: Open = async (_rest, url, options) => {
  const classes = loadPackage("ioredis", action) as RedisClasses;
  return (await import("./redis/open_redis.ts")).openRedis(classes, { url, ...writable(options) });
};

/** Drivers by scheme. They are loaded on demand, because some need a package that is not always installed. */
const drivers: Record<string, Open> = {
  memory: async (path, _setting, options) => {
    if (path !== "") throw unknownSetting("memory");
    const { create: _create, ...rest } = writable(options);
    return (await import("./memory.ts")).memoryDriver(rest);
  },
  fs: async (_rest, setting, options) =>
    (await import("./fs.ts")).fsDriver({ ...placeOf("fs", setting), ...options }),
  lmdb: async (_rest, setting, options) =>
    (await import("./lmdb.ts")).lmdbDriver({ ...placeOf("lmdb", setting), ...options }),
  sqlite: async (_rest, setting, options) =>
    (await import("./sqlite.ts")).sqliteDriver({ ...placeOf("sqlite", setting), ...options }),
  postgres: openPostgres,
  postgresql: openPostgres,
  redis: openRedis,
  rediss: openRedis,
  "redis+cluster": openRedis,
  "rediss+cluster": openRedis,
  "redis+sentinel": openRedis,
  "rediss+sentinel": openRedis,
};

/** The settings that {@link openStorageDriver} accepts, for help texts. */
export const storageSettingForms: readonly string[] = [
  "memory:",
  "fs:DIRECTORY",
  "lmdb:DIRECTORY",
  "sqlite:FILE",
  "postgres://USER@HOST/DATABASE",
  "redis://HOST:PORT",
  "rediss://HOST:PORT",
  "redis+cluster://HOST:PORT,HOST:PORT",
  "redis+sentinel://HOST:PORT,HOST:PORT/MASTER",
];

const allowed = `one of the forms ${storageSettingForms.join(", ")}`;
const optionsCheck = fields<OpenStorageDriverOptions>({ readOnly: flag, create: flag, clock: clockCheck });

/**
 * Opens the storage of a setting: `memory:`, `fs:DIRECTORY`, `lmdb:DIRECTORY`, `sqlite:FILE`, or a URL of PostgreSQL or Redis. After a
 * directory or file, `?durability=process-crash` chooses the weaker guarantee.
 *
 * @throws {InvalidOptionError} when the setting or an option is invalid; the message lists the valid settings
 * @throws {OptionalPackageError} when the driver's package is not installed, or fails to load; the message has the install command
 *
 * @example
 * ```ts
 * import { openStorageDriver } from "postern/storage-drivers";
 *
 * const storage = await openStorageDriver("fs:data");
 * ```
 */
export async function openStorageDriver(
  setting: string,
  options: OpenStorageDriverOptions = {},
): Promise<AtomicDriver> {
  if (typeof setting !== "string") refuse({ action, option: "setting" }, `of ${allowed}`, setting);
  optionsCheck(options, { action, option: "" });
  const colon = setting.indexOf(":");
  const name = setting.slice(0, Math.max(0, colon));
  const open = Object.hasOwn(drivers, name) ? drivers[name] : undefined;
  if (open === undefined) throw unknownSetting(name);
  return open(setting.slice(colon + 1), setting, options);
}

/** Returns the options of a driver that cannot open a store read-only. */
function writable({
  readOnly,
  ...options
}: OpenStorageDriverOptions): Omit<OpenStorageDriverOptions, "readOnly"> {
  if (readOnly === true)
    refuse({ action, option: "readOnly" }, "false for every store but fs:, lmdb: and sqlite:", readOnly);
  return options;
}

/** Returns the options of a store on a disk: `lmdb:DIRECTORY?durability=process-crash`. The driver checks the durability. */
function placeOf(scheme: string, setting: string): { path: string; durability?: "power-loss" } {
  const place = storePath(setting);
  if (place === undefined) throw unknownSetting(scheme);
  const { path, durability } = place;
  return durability === undefined ? { path } : { path, durability: durability as "power-loss" };
}

/** Creates the error of an unknown setting. It has only the scheme, because the rest may contain a password. */
function unknownSetting(scheme: string): InvalidOptionError {
  const found = /^[a-z][a-z0-9+.-]{0,30}$/i.test(scheme) ? `begins with "${scheme}:"` : "names no driver";
  return new InvalidOptionError(action, "setting", `the setting must have ${allowed}, and ${found}`);
}
