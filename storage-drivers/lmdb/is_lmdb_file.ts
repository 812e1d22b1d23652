import { closeSync, openSync, readSync } from "node:fs";

/** Stands in the head of LMDB's first page (MDB_MAGIC), in the machine's byte order. */
const magics = ["dec0efbe", "beefc0de"].map((magic) => Buffer.from(magic, "hex"));
const headSize = 32;

/** Whether a file begins as one of LMDB does: to open another one would end the process. */
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
