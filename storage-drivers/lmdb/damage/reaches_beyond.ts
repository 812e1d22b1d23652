import { readSync } from "node:fs";
import { type LmdbMeta, noPage } from "./lmdb_meta.ts";

/** Offsets and flags of `MDB_page`, `MDB_node`, `MDB_db` and `MDB_ovpage` in the `mdb.c` that lmdb-js ships. */
const page = { header: 24, flags: 18, lower: 20, isBranch: 0x01, isLeaf: 0x02 };
const node = { header: 8, flags: 4, keySize: 6, hasOverflow: 0x01, isDatabase: 0x02 };
const rootOfDatabase = 40;
const countOfOverflow = 16;

/**
 * Returns true if the trees of a meta use a page at or after `end`. LMDB reads such a page through memory, and the system then ends the
 * process.
 *
 * A sound file can end before its last page, because pages that a transaction takes and frees again are never written.
 */
export function reachesBeyond(descriptor: number, meta: LmdbMeta, end: number): boolean {
  const bytes = Buffer.alloc(meta.pageSize);
  const pending = meta.roots.filter((root) => root !== noPage);
  let left = meta.lastPage + 1;
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    if (number >= BigInt(end) || left-- === 0) return true;
    readSync(descriptor, bytes, 0, meta.pageSize, Number(number) * meta.pageSize);
    for (const reference of referencesOf(bytes)) {
      if (reference.last >= BigInt(end)) return true;
      if (reference.isTree) pending.push(reference.last);
    }
  }
  return false;
}

/** The last page of a reference. `isTree` is true if that page has further references. */
interface Reference {
  last: bigint;
  isTree: boolean;
}

function* referencesOf(bytes: Buffer): Generator<Reference> {
  const flags = bytes.readUInt16LE(page.flags);
  const nodes = bytes.readUInt16LE(page.lower) / 2;
  for (let index = 0; index < nodes; index++) {
    const start = page.header + bytes.readUInt16LE(page.header + 2 * index);
    if ((flags & page.isBranch) !== 0) yield { last: childOf(bytes, start), isTree: true };
    else if ((flags & page.isLeaf) !== 0) yield* referencesOfLeaf(bytes, start);
  }
}

function childOf(bytes: Buffer, start: number): bigint {
  return BigInt(bytes.readUIntLE(start, 6));
}

function* referencesOfLeaf(bytes: Buffer, start: number): Generator<Reference> {
  const flags = bytes.readUInt16LE(start + node.flags);
  const data = start + node.header + bytes.readUInt16LE(start + node.keySize);
  if ((flags & node.hasOverflow) !== 0) {
    const count = bytes.readBigUInt64LE(data + countOfOverflow);
    yield { last: bytes.readBigUInt64LE(data) + count - 1n, isTree: false };
  } else if ((flags & node.isDatabase) !== 0) {
    const root = bytes.readBigUInt64LE(data + rootOfDatabase);
    if (root !== noPage) yield { last: root, isTree: true };
  }
}
