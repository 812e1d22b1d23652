import type { Address, StoreLimits } from "../../../lib/store/mod.ts";

/** LMDB takes keys of 1,978 bytes. An entry of the expiries also has the time. */
export const lmdbLimits: StoreLimits = { store: "LMDB", addressBytes: 1950 };

/** Joins partition and key. A space sorts before every character of a key, so a partition's records are adjacent and in order. */
export function addressOf(partition: string, key: string): string {
  return `${partition} ${key}`;
}

/** Splits an address into partition and key. A damaged address without a space is read as a partition with an empty key. */
export function parseAddress(address: string): Address {
  const space = address.indexOf(" ");
  return space < 0
    ? { partition: address, key: "" }
    : { partition: address.slice(0, space), key: address.slice(space + 1) };
}
