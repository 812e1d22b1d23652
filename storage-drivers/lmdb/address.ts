import type { Address } from "../../lib/store/mod.ts";

/** A space sorts before every character of a key, so a partition's records lie together and in order. */
export function addressOf(partition: string, key: string): string {
  return `${partition} ${key}`;
}

/** The partition and the key of an address. A damaged address without a space is all partition. */
export function parseAddress(address: string): Address {
  const space = address.indexOf(" ");
  return space < 0
    ? { partition: address, key: "" }
    : { partition: address.slice(0, space), key: address.slice(space + 1) };
}
