import { closeSync, fstatSync, openSync } from "node:fs";
import { bootId, lmdbBootId } from "./boot_id.ts";
import { type LmdbMeta, readFlushedMeta, readMeta } from "./lmdb_meta.ts";
import { reachesBeyond } from "./reaches_beyond.ts";

/** Maximum number of examinations. If a server commits during an examination, the file is examined again. */
const attempts = 10;

/**
 * Returns the reason that LMDB cannot read a file, or undefined for a sound file. The file must begin like an LMDB file.
 *
 * LMDB does not verify its file, and ends the process when a page is missing.
 */
export function findFileDamage(file: string): string | undefined {
  const descriptor = openSync(file, "r");
  try {
    return examine(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function examine(descriptor: number): string | undefined {
  for (let attempt = 1; ; attempt++) {
    const meta = readUsedMeta(descriptor);
    const damage = describe(descriptor, meta);
    const isSame = readUsedMeta(descriptor)?.transaction === meta?.transaction;
    if (damage === undefined || isSame || attempt === attempts) return damage;
  }
}

function describe(descriptor: number, meta: LmdbMeta | undefined): string | undefined {
  // Read after the meta, because a file only grows.
  const { size } = fstatSync(descriptor);
  if (meta === undefined) return "its first two pages, which describe the others, are damaged";
  const needed = (meta.lastPage + 1) * meta.pageSize;
  if (size >= needed || !isCut(descriptor, meta, Math.floor(size / meta.pageSize))) return undefined;
  return `the file was cut short: it has ${size} bytes of ${needed}`;
}

function isCut(descriptor: number, meta: LmdbMeta, end: number): boolean {
  try {
    return reachesBeyond(descriptor, meta, end);
  } catch (error) {
    // A damaged page has offsets beyond its end.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** Reads the meta that LMDB uses: the latest, or after a restart of the machine the last one on the disk. */
function readUsedMeta(descriptor: number): LmdbMeta | undefined {
  const first = readMeta(descriptor, 0);
  const second = first && readMeta(descriptor, first.pageSize);
  if (first === undefined || second?.pageSize !== first.pageSize) return undefined;
  const [older, latest] = first.transaction >= second.transaction ? [second, first] : [first, second];
  if (!latest.hasFlushedMeta || latest.bootId === lmdbBootId(bootId())) return latest;
  const flushed = readFlushedMeta(descriptor, latest);
  return flushed !== undefined && flushed.transaction < older.transaction ? flushed : older;
}
