import { renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import type { Compaction } from "../../directory/compaction.ts";
import { syncDirectorySync } from "../../directory/sync.ts";
import type { CountersEnvironment } from "./counters_environment.ts";
import { findFileDamage } from "../damage/find_file_damage.ts";
import type { MainEnvironment } from "./main_environment.ts";

/** Parts of {@link compactEnvironments}. */
export interface CompactedStore {
  /** The store's directory. */
  path: string;
  main: MainEnvironment;
  counters: CountersEnvironment;
}

/** Subdirectory of the copy, on the disk of the store. Its name begins with a dot, so that it is no foreign file. */
const workDirectory = ".compacting";

/**
 * Replaces the files of a store by a copy without the pages of deleted records. No other process may have the store open. Each file is
 * replaced in one step, and its copy has the same records. So a crash at any time leaves a whole store.
 *
 * @throws {Error} if another process has the store open, or has changed it meanwhile
 */
export async function compactEnvironments({ path, main, counters }: CompactedStore): Promise<Compaction> {
  const roots = [main.root, counters.root];
  requireAlone(roots);
  const work = join(path, workDirectory);
  const before = [main.lastCommit.last(), counters.lastCommit.last()];
  rmSync(work, { recursive: true, force: true });
  try {
    await main.copyTo(work);
    await counters.copyTo(join(work, "counters"));
    const damage = findFileDamage(join(work, "data.mdb"));
    if (damage !== undefined) throw new Error(`its copy cannot be used: ${damage}`);
    const bytesBefore = sizeOf(path);
    const bytesAfter = sizeOf(work);
    // A process that opens the store meanwhile waits for these locks, and then finds that its file was replaced.
    main.lastCommit.transactSync(() => {
      counters.lastCommit.transactSync(() => {
        requireAlone(roots);
        const now = [main.lastCommit.last(), counters.lastCommit.last()];
        if (now.join() !== before.join()) throw new Error("another process has changed it meanwhile");
        for (const name of ["data.mdb", join("counters", "data.mdb")])
          renameSync(join(work, name), join(path, name));
      });
    });
    for (const directory of [path, join(path, "counters")]) syncDirectorySync(directory);
    return { bytesBefore, bytesAfter };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function requireAlone(roots: readonly RootDatabase[]): void {
  const [other] = roots.flatMap(otherProcesses);
  if (other === undefined) return;
  throw new Error(`process ${other} has it open. Stop all servers and commands that use the store`);
}

/** Returns the ids of other processes that have an environment open. Each process is a line of numbers in LMDB's list of readers. */
function otherProcesses(environment: RootDatabase): number[] {
  environment.readerCheck();
  const lines = environment.readerList().split("\n");
  return lines
    .flatMap((line) => Number(/^\s*(\d+) /.exec(line)?.[1] ?? process.pid))
    .filter((id) => id !== process.pid);
}

function sizeOf(directory: string): number {
  const files = [join(directory, "data.mdb"), join(directory, "counters", "data.mdb")];
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}
