import { join } from "node:path";
import { sqliteIsMissing } from "../../sqlite_is_missing.ts";

/** A store whose disk a test cuts. */
export interface CutStore {
  name: string;
  /** The setting of a store below a directory. */
  settingIn: (directory: string) => string;
  /** Number of processes that write together. */
  processes: number;
  /** An option of the writer's driver. Default: that of the setting. */
  durability?: "process-crash";
  /** Flushes of 32 writes of an event loop tick, and of 32 counts. Default: not stated. */
  flushes?: { writes: number; counts: number };
  /** Matches files that are written through memory, and that hold nothing which must survive. */
  mapped: RegExp;
}

const fs: CutStore = {
  name: "fs",
  settingIn: (directory) => `fs:${join(directory, "new", "store")}`,
  processes: 1,
  mapped: /^$/,
};
const lmdb: CutStore = {
  name: "lmdb",
  settingIn: (directory) => `lmdb:${join(directory, "new", "store")}`,
  processes: 1,
  // The data, and the page that names them.
  flushes: { writes: 2, counts: 0 },
  mapped: /lock\.mdb$/,
};

const sqlite: CutStore = {
  name: "sqlite",
  settingIn: (directory) => `sqlite:${join(directory, "new", "data.db")}`,
  processes: 1,
  flushes: { writes: 1, counts: 0 },
  mapped: /-shm$/,
};

/** Stores that state `power-loss`. */
export const durableStores: CutStore[] = [fs, lmdb, { ...lmdb, name: "lmdb, two processes", processes: 2 }];

/** Stores that state less. Their losses show that the tests find a loss. */
export const lossyStores: CutStore[] = [
  { ...fs, name: "fs, process-crash", durability: "process-crash" },
  { ...lmdb, name: "lmdb, process-crash", durability: "process-crash" },
];

if (!sqliteIsMissing()) {
  durableStores.push(sqlite, { ...sqlite, name: "sqlite, two processes", processes: 2 });
  lossyStores.push({ ...sqlite, name: "sqlite, process-crash", durability: "process-crash" });
}
