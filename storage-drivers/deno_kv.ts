import { choice, clockCheck, fields, methods } from "../lib/base/input/check_options.ts";
import type { Clock } from "../lib/base/time/clock.ts";
import { systemClock } from "../lib/base/time/clock.ts";
import type { AtomicDriver, AtomicScope } from "../lib/store/mod.ts";
import { DenoKvEngine } from "./deno_kv_engine.ts";
import type { DenoKv } from "./deno_kv_types.ts";
import { unstorageDriver } from "./unstorage_driver.ts";

export type { DenoKv, DenoKvAtomic, DenoKvEntry } from "./deno_kv_types.ts";

/** Options of {@link denoKvDriver}. */
export interface DenoKvDriverOptions {
  /** The result of `await Deno.openKv(...)`. */
  kv: DenoKv;
  /**
   * Processes that share the database: `host` for a file, `cluster` for Deno Deploy or a database over the network. Default: `host`.
   */
  scope?: Exclude<AtomicScope, "process">;
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

const optionsCheck = fields<DenoKvDriverOptions>(
  {
    kv: methods(["getMany", "list", "atomic"] satisfies (keyof DenoKv)[]),
    scope: choice("host", "cluster"),
    clock: clockCheck,
  },
  ["kv"],
);

/**
 * Stores data in a Deno KV database. It needs `--unstable-kv`.
 *
 * Deno KV limits values to 64 KiB and commits to 800 KiB, in UTF-8. Longer values are stored in parts. Larger commits are a `StoreLimitError`.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { denoKvDriver, type DenoKv } from "postern/storage-drivers/deno-kv";
 *
 * declare const Deno: { openKv(path?: string): Promise<DenoKv> };
 *
 * const api = createPublicApi({ storage: denoKvDriver({ kv: await Deno.openKv() }) });
 * ```
 */
export function denoKvDriver(options: DenoKvDriverOptions): AtomicDriver {
  optionsCheck(options, { action: "open the storage", option: "" });
  const { kv, scope = "host", clock = systemClock } = options;
  return unstorageDriver("deno-kv", new DenoKvEngine(kv, { scope, clock }), () => kv.close());
}
