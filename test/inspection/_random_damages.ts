import { type Address, type AtomicOperations, identityAddress } from "../../lib/store/mod.ts";
import type { Damage } from "./_damageable_stores.ts";

/** Creates a generator of numbers from 0 up to a bound (mulberry32), so that a run can be repeated. */
export function numbersOf(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound) | 0;
  };
}

/**
 * Chooses records of the whole store by `POSTERN_DAMAGE_SEED` (default: 1), and a damage for each: flipped bits, garbage, a shorter record, a missing record.
 */
export async function randomDamages(
  atomic: AtomicOperations,
  count: number,
): Promise<{ address: Address; damage: Damage }[]> {
  const seed = Number(process.env["POSTERN_DAMAGE_SEED"] ?? 1);
  console.info(`repair_store.test.ts: damage seed ${seed}`);
  const numberBelow = numbersOf(seed);
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
