import type { Database, Key } from "lmdb";

/** Stands for a database that a file opened read-only does not have. */
export function emptyDatabase<Value, DatabaseKey extends Key>(): Database<Value, DatabaseKey> {
  const database = {
    get: () => undefined,
    getBinary: () => undefined,
    getBinaryFast: () => undefined,
    doesExist: () => false,
    getKeys: () => [],
    getKeysCount: () => 0,
    getRange: () => [],
    useReadTransaction: () => ({ done: () => undefined }),
  };
  // Only these methods are called while a store is read.
  return database as unknown as Database<Value, DatabaseKey>;
}
