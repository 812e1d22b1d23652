import { clockCheck, fields, type Place, refuse } from "../lib/base/input/check_options.ts";
import type { Clock } from "../lib/base/time/clock.ts";
import { systemClock } from "../lib/base/time/clock.ts";
import {
  type AtomicDriver,
  type AtomicOperations,
  assertFits,
  type Committed,
  type Conflict,
  EventuallyConsistentStorageError,
  type StoreLimits,
  type Versioned,
} from "../lib/store/mod.ts";
import type { DurableObjectCall } from "./durable_object_engine.ts";
import { unstorageDriver } from "./unstorage_driver.ts";

export { type DurableObjectState, PosternStorage, type SqlStorage } from "./durable_object_engine.ts";

/** A Worker's handle for a Durable Object. */
export interface DurableObjectStub {
  fetch(url: string, init: { method: string; body: string }): Promise<Response>;
}

/** The part of a Durable Object binding that this driver uses. Hosts do not need Cloudflare's types. */
export interface DurableObjectNamespace {
  // Method syntax, because its parameters are bivariant: Cloudflare's own types of ids and stubs are narrower.
  idFromName(name: string): object;
  get(id: never): DurableObjectStub;
}

/** Options of {@link durableObjectDriver}. */
export interface DurableObjectDriverOptions {
  /** Binding of the class `PosternStorage`, which the Worker exports. */
  namespace: DurableObjectNamespace;
  /** Decides when records expire. Default: the system's clock. */
  clock?: Clock;
}

/**
 * Stores data in SQLite-backed Durable Objects, one per partition: one for an organization, one for a key and its counters. Quotas are
 * therefore exact in every region. Scope `cluster`.
 *
 * List the class under `new_sqlite_classes` in the Worker's configuration.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 * @throws {EventuallyConsistentStorageError} when the binding is a KV namespace
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
export function durableObjectDriver(options: DurableObjectDriverOptions): AtomicDriver {
  optionsCheck(options, { action: "use the storage", option: "" });
  return unstorageDriver("durable-object", new DurableObjectClient(options), () => undefined);
}

class DurableObjectClient implements AtomicOperations {
  readonly scope = "cluster";
  readonly durability = "power-loss";
  /** SQLite in a Durable Object takes rows of 2 MB. A row also has the key and a version. */
  readonly limits: StoreLimits = { store: "a Durable Object", addressBytes: 4000, valueBytes: 1_990_000 };
  readonly #namespace: DurableObjectNamespace;
  readonly #clock: Clock;

  constructor({ namespace, clock = systemClock }: DurableObjectDriverOptions) {
    this.#namespace = namespace;
    this.#clock = clock;
  }

  async getMany(addresses: readonly { partition: string; key: string }[]): Promise<(Versioned | null)[]> {
    const found: (Versioned | null)[] = addresses.map(() => null);
    const partitions = new Set(addresses.map(({ partition }) => partition));
    const reads = Array.from(partitions, async (partition) => {
      const indexes = [...addresses.keys()].filter((index) => addresses[index]?.partition === partition);
      const getMany = indexes.map((index) => addresses[index]?.key ?? "");
      const records = await this.#call<(Versioned | null)[]>(partition, { getMany });
      for (const [at, index] of indexes.entries()) found[index] = records[at] ?? null;
    });
    await Promise.all(reads);
    return found;
  }

  list(...[partition, list]: Parameters<AtomicOperations["list"]>): Promise<Versioned[]> {
    return this.#call(partition, { list });
  }

  async commit(
    ...[partition, commit]: Parameters<AtomicOperations["commit"]>
  ): Promise<Committed | Conflict> {
    assertFits(this.limits, partition, commit);
    return this.#call(partition, { commit });
  }

  /** Calls the Durable Object. Each call creates its own stub, because a stub belongs to the request that created it. */
  async #call<Result>(partition: string, call: Omit<DurableObjectCall, "now">): Promise<Result> {
    const id = this.#namespace.idFromName(partition);
    const stub = this.#namespace.get(id as never);
    const body = JSON.stringify({ ...call, now: this.#clock.now() });
    const response = await stub.fetch("https://postern.invalid/", { method: "POST", body }).catch(explain);
    if (!response.ok) {
      throw new DurableObjectError(`it returned ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as Result;
  }
}

/** A Durable Object failed (see `cause`). */
class DurableObjectError extends Error {
  override name = "DurableObjectError";
  /** True if SQLite refuses the write, and would refuse it again. */
  readonly isRefusal: boolean;

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot use the Durable Object: ${message}`, { cause });
    this.isRefusal = /SQLITE_(?:CORRUPT|FULL|TOOBIG)/.test(message);
  }
}

function explain(error: unknown): never {
  throw new DurableObjectError(error);
}

/** Refuses other bindings. A KV namespace, the usual mistake, gets its own error. */
function checkNamespace(namespace: unknown, place: Place): void {
  const { idFromName, getWithMetadata } = (namespace ?? {}) as Record<string, unknown>;
  if (typeof idFromName === "function") return;
  if (getWithMetadata !== undefined) throw new EventuallyConsistentStorageError("a KV namespace");
  refuse(place, "the binding of a Durable Object class", namespace);
}

const optionsCheck = fields<DurableObjectDriverOptions>({ namespace: checkNamespace, clock: clockCheck }, [
  "namespace",
]);
