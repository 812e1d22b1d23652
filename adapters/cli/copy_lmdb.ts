import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { AtomicDriver } from "../../lib/mod.ts";
import { exportRecords, verifyBackup } from "../../lib/transfer/mod.ts";
import { syncDirectory } from "../../storage-drivers/fs/sync.ts";
import type { LmdbDriver } from "../../storage-drivers/lmdb.ts";
import { systemErrorCode } from "../../storage-drivers/system_error_text.ts";
import { CliError } from "./cli_error.ts";
import { openAsItIs } from "./open_storage.ts";

/** Whether a store is one of LMDB, whose files can be copied. */
export function isLmdb(storage: AtomicDriver): storage is LmdbDriver {
  return "copyTo" in storage;
}

/**
 * Copies the files of LMDB into a new directory, which gets its name when the copy was read to its end.
 *
 * @returns the number of records in the copy
 * @throws {CliError} when the directory holds something, or the copy cannot be read
 */
export async function copyLmdb(storage: LmdbDriver, directory: string): Promise<number> {
  const target = resolve(directory);
  if (!(await isFree(target))) {
    throw new CliError(`Cannot back up to ${directory}: it exists, and is not an empty directory`);
  }
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  try {
    await storage.copyTo(partial);
    const records = await countRecords(partial);
    await removeLocks(partial);
    await rename(partial, target);
    await syncDirectory(dirname(target));
    return records;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function isFree(directory: string): Promise<boolean> {
  try {
    return (await readdir(directory)).length === 0;
  } catch (error) {
    return systemErrorCode(error) === "ENOENT";
  }
}

/** Reads all of a copy. */
async function countRecords(directory: string): Promise<number> {
  const storage = await openAsItIs(`lmdb:${directory}`, { readOnly: true });
  try {
    return (await verifyBackup(exportRecords(storage, { withHashes: true }))).records;
  } finally {
    await storage.dispose?.();
  }
}

/** LMDB makes them whenever a file is opened. */
async function removeLocks(directory: string): Promise<void> {
  for (const name of ["lock.mdb", join("counters", "lock.mdb")]) {
    await rm(join(directory, name), { force: true });
  }
}
