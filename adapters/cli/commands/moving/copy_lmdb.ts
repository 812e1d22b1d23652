import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { AtomicDriver } from "../../../../lib/mod.ts";
import { exportRecords, verifyBackup } from "../../../../lib/moving/mod.ts";
import { syncDirectory } from "../../../../storage-drivers/directory/sync.ts";
import type { LmdbDriver } from "../../../../storage-drivers/lmdb.ts";
import { systemErrorCode } from "../../../../storage-drivers/directory/system_error_text.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import { openWithoutUpgrade, withStorage } from "../../store/open_storage.ts";

/** True if a store is LMDB, whose files can be copied. */
export function isLmdb(storage: AtomicDriver): storage is LmdbDriver {
  return "copyTo" in storage;
}

/**
 * Copies the files of LMDB into a new directory. The directory gets its final name after the whole copy has been read.
 *
 * @returns the number of records in the copy
 * @throws {CliError} when the directory is not empty, or the copy cannot be read
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

/** Reads and verifies a whole copy. */
async function countRecords(directory: string): Promise<number> {
  const copy = await openWithoutUpgrade(`lmdb:${directory}`, { readOnly: true });
  const { records } = await withStorage(copy, async (storage) =>
    verifyBackup(exportRecords(storage, { withHashes: true, withWebhooks: true })),
  );
  return records;
}

/** Removes lock files, which LMDB creates whenever a file is opened. */
async function removeLocks(directory: string): Promise<void> {
  for (const name of ["lock.mdb", join("counters", "lock.mdb")]) {
    await rm(join(directory, name), { force: true });
  }
}
