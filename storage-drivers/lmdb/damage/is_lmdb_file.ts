import { closeSync, openSync, readSync } from "node:fs";

/** Magic numbers in the header of LMDB's first page (MDB_MAGIC), in either byte order. */
const magics = ["dec0efbe", "beefc0de"].map((magic) => Buffer.from(magic, "hex"));
const headSize = 32;

/** True if a file begins like an LMDB file. LMDB would end the process if it opened a different file. */
export function isLmdbFile(file: string): boolean {
  const head = Buffer.alloc(headSize);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, head, 0, headSize, 0);
  } finally {
    closeSync(descriptor);
  }
  return magics.some((magic) => head.includes(magic));
}
