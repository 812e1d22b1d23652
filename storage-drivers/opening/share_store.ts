import { statSync } from "node:fs";

/** A store that can be shared. */
export interface SharableStore {
  /** Writes pending commits to the disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface SharedStore {
  opened: SharableStore;
  users: number;
}

const registryName = Symbol.for("postern.open stores");

/**
 * The stores that this process has open. Bundlers and development servers load a module several times in one process, so all copies of this
 * module use one map.
 */
const registry = ((globalThis as { [registryName]?: Map<string, SharedStore> })[registryName] ??= new Map());

/** Options of {@link shareStore}. */
export interface SharingOptions<Opened extends SharableStore> {
  /** Name of the driver. */
  kind: string;
  /** The main file of the store. Two paths of one file are one store. */
  file: string;
  /** Opens the store. Creates its file if that is missing. */
  open: () => Opened;
}

/**
 * Opens a store, or returns the one that this process has open. So a program that is loaded again opens no second store.
 *
 * @returns the store, and a function that ends this use of it. The last use closes the store
 */
export function shareStore<Opened extends SharableStore>({
  kind,
  file,
  open,
}: SharingOptions<Opened>): { opened: Opened; close: () => Promise<void> } {
  const identity = (): string => `${kind} ${identityOf(file)}`;
  const shared = registry.get(identity()) ?? { opened: open(), users: 0 };
  const key = identity();
  registry.set(key, shared);
  shared.users++;
  const close = async (): Promise<void> => {
    shared.users--;
    if (shared.users > 0) return shared.opened.flush();
    if (registry.get(key) === shared) registry.delete(key);
    return shared.opened.close();
  };
  return { opened: shared.opened as Opened, close };
}

/** Returns the device and number of a file, or an empty text if it does not exist. */
export function identityOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}`;
}
