import { chmodSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database, Key, open, RootDatabase } from "lmdb";
import { syncDirectorySync, syncFileSync } from "../../directory/sync.ts";
import { makeDirectory } from "../../directory/make_directory.ts";
import { privateFile } from "../../directory/private_files.ts";
import { directoryOptions } from "./directory_options.ts";
import type { LastCommit } from "./last_commit.ts";
import { setTransaction } from "../damage/lmdb_meta.ts";

export interface CopiedEnvironment {
  root: RootDatabase;
  lastCommit: LastCommit;
  /** The function `open` of the package `lmdb`. */
  openEnvironment: typeof open;
  /** Runs an action that opens databases of the environment. */
  openDatabases: <Opened>(action: () => Opened) => Opened;
}

/** A record of any database. */
interface RawRecord {
  key: Key;
  value: Buffer;
}

/** Free bytes that a disk must have before a copy begins. */
const leastSpace = 1_048_576;

/** Maximum number of bytes and of records in a transaction of a copy. */
const batchBytes = 1_048_576;
const batchRecords = 1000;

/**
 * Copies the current records of an environment into a new directory, while processes write to it, and flushes the copy to the disk.
 *
 * The copy is a new environment. The pages of deleted records, which LMDB keeps in its file, stay behind. The compaction of lmdb-js would copy
 * the unused end of some pages, which can have a deleted text. It also fails for a file with lost pages.
 */
export async function copyEnvironment(source: CopiedEnvironment, directory: string): Promise<void> {
  const { root, lastCommit, openEnvironment } = source;
  makeDirectory(directory);
  requireSpace(directory);
  const names = [...root.getKeys()].map(String);
  const databases = source.openDatabases(() => names.map((name) => openRaw(root, name)));
  root.resetReadTxn();
  const transaction = root.useReadTransaction();
  const last = lastCommit.last();
  const copy = openEnvironment({ ...directoryOptions, path: directory, maxDbs: names.length, noSync: true });
  try {
    for (const [index, database] of databases.entries()) {
      await putAll(database.getRange({ transaction }), openRaw(copy, names[index] ?? ""));
    }
  } catch (error) {
    // LMDB calls a full disk an input/output error.
    requireSpace(directory);
    throw error;
  } finally {
    transaction.done();
    await copy.close();
  }
  rmSync(join(directory, "lock.mdb"), { force: true });
  flush(join(directory, "data.mdb"), last);
  syncDirectorySync(directory);
}

/** Requires some space, because the system ends a process that opens an environment on a full disk: LMDB writes its lock file through memory. */
function requireSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < leastSpace) throw Object.assign(new Error("the disk is full"), { code: "ENOSPC" });
}

function openRaw(environment: RootDatabase, name: string): Database<Buffer> {
  return environment.openDB({ name, encoding: "binary" });
}

async function putAll(records: Iterable<RawRecord>, target: Database<Buffer>): Promise<void> {
  let batch: RawRecord[] = [];
  let bytes = 0;
  const write = (): void =>
    target.transactionSync(() => {
      for (const { key, value } of batch) target.putSync(key, value);
    });
  for (const record of records) {
    batch.push(record);
    bytes += record.value.length;
    if (bytes < batchBytes && batch.length < batchRecords) continue;
    write();
    [batch, bytes] = [[], 0];
    await nextTurn();
  }
  write();
}

function flush(file: string, last: number): void {
  chmodSync(file, privateFile);
  // The versions of records contain the numbers of transactions, so no number may be used again.
  syncFileSync(file, "r+", (descriptor) => setTransaction(descriptor, last));
}
