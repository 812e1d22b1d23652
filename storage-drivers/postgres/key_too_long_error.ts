import type { Address } from "../../lib/store/mod.ts";

/** Maximum number of bytes of a record's partition and key together. An entry of a PostgreSQL index has at most 2,704 bytes. */
const longestAddress = 2600;

/** A record's address does not fit an entry of PostgreSQL's index. Nothing was written. */
export class KeyTooLongError extends RangeError {
  override name = "KeyTooLongError";

  constructor({ partition, key }: Address, length: number) {
    super(
      `Cannot write the record: its partition and key have ${length} bytes, and PostgreSQL indexes at most ${longestAddress}. Shorten the text that begins "${`${partition} ${key}`.slice(0, 80)}"`,
    );
  }
}

/** @throws {KeyTooLongError} when an address is too long */
export function checkLength(address: Address): void {
  const { partition, key } = address;
  // A UTF-16 code unit has at most three bytes.
  if (3 * (partition.length + key.length) <= longestAddress) return;
  const length = Buffer.byteLength(partition) + Buffer.byteLength(key);
  if (length > longestAddress) throw new KeyTooLongError(address, length);
}
