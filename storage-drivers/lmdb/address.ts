import type { Address } from "../../lib/store/mod.ts";

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
