import { closeSync, openSync, readSync } from "node:fs";

/** Magic numbers in the header of LMDB's first page (MDB_MAGIC), in either byte order. */
const magics = ["dec0efbe", "beefc0de"].map((magic) => Buffer.from(magic, "hex"));
/** Bytes of the head of a page that describes a file. */
export const headSize = 32;

/** True if a file begins like an LMDB file. LMDB would end the process if it opened a different file. */
export function isLmdbFile(file: string): boolean {
  const head = Buffer.alloc(headSize);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, head, 0, headSize, 0);
  } finally {
    closeSync(descriptor);
  }
  return hasMagic(head);
}

/** True for the head of a page that describes a file. */
export function hasMagic(head: Buffer): boolean {
  return magics.some((magic) => head.includes(magic));
}
