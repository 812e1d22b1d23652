import type { Database, Key } from "lmdb";

/** Returns a replacement for a database that a read-only file does not contain. */
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
  // Reading a store calls only these methods.
  return database as unknown as Database<Value, DatabaseKey>;
}
