import type { Clock } from "../base/time/clock.ts";
import { EventuallyConsistentStorageError, WeakStorageError } from "./contract/storage_errors.ts";
import { InvalidOptionError } from "../base/input/invalid_option_error.ts";
import type { RandomBytes } from "../base/secrets/random.ts";
import type { Sleep } from "../base/time/sleep.ts";
import type { AtomicOperations, AtomicScope } from "./contract/atomic_driver.ts";
import type { AtomicDriver, Storage } from "./contract/driver.ts";
import { emulateAtomic } from "./emulated.ts";
import { type OnDamaged, Store } from "./store.ts";
import type { TraceCall } from "./traced_operations.ts";

/** Options of {@link openStore}. */
export interface OpenStoreOptions {
  /** Scope of the deployment: one process, all processes of a host, or all hosts. */
  deployment: AtomicScope;
  clock: Clock;
  randomBytes: RandomBytes;
  /** Waits before a write is repeated. Default: `setTimeout`. */
  sleep?: Sleep;
  /** Called for each damaged record that a list skips. Default: the list fails. */
  onDamaged?: OnDamaged;
  /** Records calls in traces. Default: calls are not traced. */
  trace?: TraceCall | undefined;
}

/** unstorage drivers for stores in which a write may take up to a minute to become visible elsewhere. */
const eventuallyConsistent: ReadonlySet<string> = new Set(["cloudflare-kv-binding", "cloudflare-kv-http"]);

const reach: Record<AtomicScope, number> = { process: 0, host: 1, cluster: 2 };

/**
 * Opens a store with the storage's own implementation of the contract, or with an emulation.
 *
 * @throws {InvalidOptionError} if `storage` is neither an unstorage storage nor a driver of Postern
 * @throws {EventuallyConsistentStorageError} if the storage is Workers KV
 * @throws {WeakStorageError} if the engine's commits are not atomic in the whole deployment
 */
export function openStore(storage: Storage | AtomicDriver, options: OpenStoreOptions): Store {
  const { name, atomic } = findAtomic(storage, options);
  if (reach[atomic.scope] < reach[options.deployment]) {
    throw new WeakStorageError(name, atomic.scope, options.deployment);
  }
  return new Store(atomic, options);
}

function findAtomic(
  storage: Storage | AtomicDriver,
  options: OpenStoreOptions,
): { name: string; atomic: AtomicOperations } {
  const driver: { name?: string; atomic?: AtomicOperations } =
    "getMount" in storage ? storage.getMount("").driver : storage;
  const name = driver.name ?? "unnamed";
  if (eventuallyConsistent.has(name)) throw new EventuallyConsistentStorageError(`the driver "${name}"`);
  if ("getWithMetadata" in storage) throw new EventuallyConsistentStorageError("a KV namespace");
  if (driver.atomic !== undefined) return { name, atomic: driver.atomic };
  if ("getMount" in storage) return { name, atomic: emulateAtomic(storage, options) };
  const reason = `storage must be a storage driver of Postern or an unstorage storage, and "${name}" is neither`;
  throw new InvalidOptionError("use the storage", "storage", reason);
}
