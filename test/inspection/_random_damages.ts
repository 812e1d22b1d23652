import { type Address, type AtomicOperations, identityAddress } from "../../lib/store/mod.ts";
import { randomOf } from "../random_of.ts";
import { testSeed } from "../test_seed.ts";
import type { Damage } from "./_damageable_stores.ts";

/**
 * Chooses records of the whole store by the seed of the tests, and a damage for each. A damage flips bits, writes garbage, shortens the record or deletes it.
 */
export async function randomDamages(
  atomic: AtomicOperations,
  count: number,
): Promise<{ address: Address; damage: Damage }[]> {
  const random = randomOf(testSeed);
  const numberBelow = (bound: number): number => Math.floor(random() * bound);
  const addresses: Address[] = [];
  for await (const partition of atomic.partitions?.() ?? []) {
    // Without the store's id, every driver refuses the store.
    if (partition === identityAddress.partition) continue;
    for (const { key } of (await atomic.scan?.(partition, undefined, 100_000)) ?? []) {
      // It has no copy, so all posts of the organization would be lost.
      if (key !== "organization") addresses.push({ partition, key });
    }
  }
  const damages: Damage[] = [
    (bytes) => {
      const flipped = Buffer.from(bytes);
      const at = numberBelow(flipped.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << numberBelow(8));
      return flipped;
    },
    () => Buffer.from("garbage"),
    (bytes) => bytes.subarray(0, numberBelow(bytes.length)),
    () => null,
  ];
  return Array.from({ length: count }, () => {
    const [address = { partition: "", key: "" }] = addresses.splice(numberBelow(addresses.length), 1);
    return { address, damage: damages[numberBelow(damages.length)] ?? (() => null) };
  });
}
