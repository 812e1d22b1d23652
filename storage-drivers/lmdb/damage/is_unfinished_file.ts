import { readFileSync, statSync } from "node:fs";
import { findFileDamage } from "./find_file_damage.ts";
import { hasMagic, headSize, isLmdbFile } from "./is_lmdb_file.ts";

/** Bytes of the first two pages. LMDB writes them when it creates a file, and they have no records. */
const newSize = 8192;
const pageSize = newSize / 2;

/** Milliseconds in which another process that creates the file finishes. */
const creation = 100;

/** True for a file without records that LMDB cannot open, because the machine lost power while the file was created. */
export function isUnfinishedFile(file: string): boolean {
  if (!isTorn(file)) return false;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, creation);
  return isTorn(file);
}

function isTorn(file: string): boolean {
  if (statSync(file).size > newSize || (isLmdbFile(file) && findFileDamage(file) === undefined)) return false;
  const bytes = readFileSync(file);
  const heads = [0, pageSize].map((page) => bytes.subarray(page, page + headSize));
  return heads.every((head) => hasMagic(head) || head.every((byte) => byte === 0));
}
