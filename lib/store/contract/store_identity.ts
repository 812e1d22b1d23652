import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import type { Address } from "./atomic_driver.ts";
import { encodeKey } from "../encode_key.ts";

/** Characters of a store's id: 130 random bits. */
const idLength = 26;

/** Address of the record with the store's id. Exports, migrations and comparisons skip this record. */
export const identityAddress: Address = { partition: encodeKey(["store"]), key: encodeKey(["identity"]) };

/** Creates the value of the record for a store without an id. */
export function newIdentity(randomBytes: RandomBytes): { id: string } {
  return { id: randomId(randomBytes, idLength) };
}
