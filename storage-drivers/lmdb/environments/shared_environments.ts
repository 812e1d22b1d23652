import { statSync } from "node:fs";
import type { CountersEnvironment } from "./counters_environment.ts";
import type { MainEnvironment } from "./main_environment.ts";

/** The two environments of a store that is open for writing. */
export interface Environments {
  main: MainEnvironment;
  counters: CountersEnvironment;
}

/** Environments that several drivers of this process use. */
interface SharedEnvironments extends Environments {
  users: number;
}

const registryName = Symbol.for("postern.lmdb.environments");

/**
 * The environments that this process has open, by the identity of their main file. Bundlers load a module several times in one process, so
 * all copies of this module use one map.
 */
const registry = ((globalThis as { [registryName]?: Map<string, SharedEnvironments> })[registryName] ??=
  new Map());

/** Options of {@link shareEnvironments}. */
export interface SharingOptions {
  /** The main file of the store. */
  file: string;
  open: () => Environments;
}

/**
 * Opens the environments of a store, or returns those that this process has open. If lmdb-js opened an environment a second time during a
 * transaction of the first, it would wait forever, and block the process.
 */
export function shareEnvironments({ file, open }: SharingOptions): Environments & {
  close: () => Promise<void>;
} {
  const shared = registry.get(identityOf(file)) ?? { ...open(), users: 0 };
  const identity = identityOf(file);
  registry.set(identity, shared);
  shared.users++;
  return { main: shared.main, counters: shared.counters, close: async () => release(identity, shared) };
}

async function release(identity: string, shared: SharedEnvironments): Promise<void> {
  shared.users--;
  if (shared.users > 0) return;
  if (registry.get(identity) === shared) registry.delete(identity);
  await shared.main.close();
  await shared.counters.close();
}

/** Returns the device and number of a file, or an empty text if it does not exist. */
export function identityOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}`;
}
