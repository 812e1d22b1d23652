import { statSync } from "node:fs";
import { join } from "node:path";
import type { open, RootDatabase } from "lmdb";
import { copyCounters, type Counters, findCountersDamage } from "./counters_environment.ts";
import { directoryOptions } from "./directory_options.ts";
import { LastCommit } from "./last_commit.ts";
import { RecordStore } from "../records/record_store.ts";

/** Options of {@link openReadOnlyCounters}. */
export interface ReadOnlyCountersOptions {
  path: string;
  /** The function `open` of the package `lmdb`. */
  openEnvironment: typeof open;
  /** The store's main environment. */
  main: RootDatabase;
}

/** Opens the counters of a read-only store. Missing and damaged counters are treated as empty, and their files are not changed. */
export function openReadOnlyCounters({ path, openEnvironment, main }: ReadOnlyCountersOptions): Counters {
  const file = join(path, "data.mdb");
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const damage = size === 0 ? undefined : findCountersDamage(path);
  if (damage !== undefined) {
    process.emitWarning(`Cannot read the counters of ${path}: ${damage}. All other data can be read`, {
      code: "POSTERN_COUNTERS_NOT_READ",
    });
  }
  if (size === 0 || damage !== undefined)
    return countersOf(new RecordStore(main, { file, hasChecksums: false, isEmpty: true }));
  const root = openEnvironment({ ...directoryOptions, path, maxDbs: 2, readOnly: true });
  const lastCommit = new LastCommit(root, path);
  lastCommit.restore();
  return {
    ...countersOf(new RecordStore(root, { file, hasChecksums: false })),
    copyTo: async (directory) =>
      copyCounters({ root, lastCommit, openEnvironment, openDatabases: (action) => action() }, directory),
    close: async () => root.close(),
  };
}

function countersOf(records: RecordStore): Counters {
  return {
    records,
    lastCommit: { transactSync: (action) => action() },
    copyTo: async () => undefined,
    close: async () => undefined,
  };
}
