import { readSync, writeSync } from "node:fs";

/** The state of an LMDB file after a transaction, from one of its meta pages. */
export interface LmdbMeta {
  /** Page size in bytes. */
  pageSize: number;
  /** Highest page number that a transaction has allocated. */
  lastPage: number;
  transaction: bigint;
  /** Root pages of the file's trees: the free pages and the databases. */
  roots: readonly bigint[];
  /** Boot id of the machine at the time of the transaction, or 0 if unknown. */
  bootId: bigint;
  /** True if commits do not wait for the disk. A third meta then describes the last state on the disk. */
  hasFlushedMeta: boolean;
}

/** `P_INVALID` in LMDB: the root of an empty tree. */
export const noPage = 0xffff_ffff_ffff_ffffn;

const magic = 0xbeefc0de;
const dataVersion = 2;
/** `P_META` in LMDB: the flag of meta pages. */
const metaPage = 0x08;
/** `MDB_OVERLAPPINGSYNC` in lmdb-js: a flag of the file. */
const overlappingSync = 0x1000;

/** Length in bytes of a page header and the meta behind it. */
const metaSize = 24 + 144;

/**
 * Offsets from the beginning of the page: `MDB_page_header` and `MDB_meta` in the `mdb.c` that lmdb-js ships. This header has a transaction
 * number that LMDB 0.9 lacks.
 */
const offsets = {
  pageFlags: 18,
  magic: 24,
  version: 28,
  pageSize: 48,
  flags: 52,
  freeRoot: 88,
  mainRoot: 136,
  lastPage: 144,
  transaction: 152,
  bootId: 160,
};

/** Reads the meta at an offset of an LMDB file. Returns undefined if there is no valid meta. */
export function readMeta(descriptor: number, offset: number): LmdbMeta | undefined {
  const bytes = Buffer.alloc(metaSize);
  if (readSync(descriptor, bytes, 0, metaSize, offset) < metaSize) return undefined;
  if (bytes.readUInt32LE(offsets.magic) !== magic) return undefined;
  if ((bytes.readUInt32LE(offsets.version) & 0xffff) !== dataVersion) return undefined;
  if ((bytes.readUInt16LE(offsets.pageFlags) & metaPage) === 0) return undefined;
  return isPossible(bytes) ? toMeta(bytes) : undefined;
}

/** Reads the meta of the last state on the disk. It is in the middle of the first page, without a page header. */
export function readFlushedMeta(descriptor: number, { pageSize }: LmdbMeta): LmdbMeta | undefined {
  const bytes = Buffer.alloc(metaSize);
  if (readSync(descriptor, bytes, 0, metaSize, pageSize / 2) < metaSize) return undefined;
  return bytes.readBigUInt64LE(offsets.transaction) === 0n ? undefined : toMeta(bytes);
}

function isPossible(bytes: Buffer): boolean {
  const pageSize = bytes.readUInt32LE(offsets.pageSize);
  const lastPage = bytes.readBigUInt64LE(offsets.lastPage);
  const roots = [offsets.freeRoot, offsets.mainRoot].map((offset) => bytes.readBigUInt64LE(offset));
  return (
    pageSize >= 256 &&
    pageSize <= 65_536 &&
    Number.isInteger(Math.log2(pageSize)) &&
    lastPage >= 1n &&
    lastPage <= BigInt(Number.MAX_SAFE_INTEGER) / BigInt(pageSize) &&
    roots.every((root) => root === noPage || root <= lastPage)
  );
}

function toMeta(bytes: Buffer): LmdbMeta {
  return {
    pageSize: bytes.readUInt32LE(offsets.pageSize),
    lastPage: Number(bytes.readBigUInt64LE(offsets.lastPage)),
    transaction: bytes.readBigUInt64LE(offsets.transaction),
    roots: [bytes.readBigUInt64LE(offsets.freeRoot), bytes.readBigUInt64LE(offsets.mainRoot)],
    bootId: bytes.readBigInt64LE(offsets.bootId),
    hasFlushedMeta: (bytes.readUInt16LE(offsets.flags) & overlappingSync) !== 0,
  };
}

/** Clears the flag of unflushed commits in both metas. Returns true if one had it. */
export function markFlushed(descriptor: number): boolean {
  const first = readMeta(descriptor, 0);
  if (first === undefined) return false;
  const unflushed = [0, first.pageSize].filter((page) => readMeta(descriptor, page)?.hasFlushedMeta === true);
  const flags = Buffer.alloc(2);
  for (const page of unflushed) {
    readSync(descriptor, flags, 0, 2, page + offsets.flags);
    flags.writeUInt16LE(flags.readUInt16LE(0) & ~overlappingSync);
    writeSync(descriptor, flags, 0, 2, page + offsets.flags);
  }
  return unflushed.length > 0;
}

/**
 * Rewrites both metas of a closed file to describe its latest state, with a transaction number that is not lower than `least`.
 *
 * After a restart of the machine, lmdb-js uses an older meta. Its pages may have been overwritten.
 */
export function setTransaction(descriptor: number, least: number): void {
  const first = readMeta(descriptor, 0);
  const second = first && readMeta(descriptor, first.pageSize);
  if (first === undefined || second === undefined) throw new Error("the copy has no meta pages");
  const [latest, offset] = first.transaction >= second.transaction ? [first, 0] : [second, first.pageSize];
  const meta = Buffer.alloc(metaSize - offsets.magic);
  readSync(descriptor, meta, 0, meta.length, offset + offsets.magic);
  const last = latest.transaction > BigInt(least) ? latest.transaction : BigInt(least);
  for (const transaction of [last - 1n, last]) {
    meta.writeBigUInt64LE(transaction, offsets.transaction - offsets.magic);
    // LMDB writes metas with an even transaction number to the first page.
    const page = transaction % 2n === 0n ? 0 : first.pageSize;
    writeSync(descriptor, meta, 0, meta.length, page + offsets.magic);
  }
  writeSync(descriptor, Buffer.alloc(metaSize), 0, metaSize, first.pageSize / 2);
}
