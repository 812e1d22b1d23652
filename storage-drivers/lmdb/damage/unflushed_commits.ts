import { closeSync, fsyncSync, openSync, statSync } from "node:fs";
import type { RootDatabase } from "lmdb";
import { bootId, lmdbBootId } from "./boot_id.ts";
import { type LmdbMeta, markFlushed, readMeta } from "./lmdb_meta.ts";

/**
 * Withdraws the commits that an earlier version had not flushed before the machine restarted. That version let lmdb-js commit before the
 * flush (`overlappingSync`), and only in this mode does LMDB know which commits it has to withdraw.
 */
export function withdrawUnflushed(file: string, open: () => RootDatabase): void {
  const latest = readLatest(file);
  if (latest === undefined || !latest.hasFlushedMeta || latest.bootId === lmdbBootId(bootId())) return;
  // Closes immediately, because nothing was written.
  void open().close();
}

/**
 * Flushes a new file, or the commits of an earlier version that may not be on the disk. Must run inside a transaction.
 */
export function flushLatest(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
    if (markFlushed(descriptor)) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readLatest(file: string): LmdbMeta | undefined {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  const descriptor = openSync(file, "r");
  try {
    const first = readMeta(descriptor, 0);
    const second = first && readMeta(descriptor, first.pageSize);
    return first !== undefined && second !== undefined && second.transaction > first.transaction
      ? second
      : first;
  } finally {
    closeSync(descriptor);
  }
}
