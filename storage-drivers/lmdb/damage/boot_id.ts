import { existsSync, readFileSync } from "node:fs";

const file = "/proc/sys/kernel/random/boot_id";

/** Returns the id of the machine's current boot. Only Linux provides it; other systems cannot detect damage from a power loss. */
export function bootId(): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "unknown";
}

/** Returns a boot id in LMDB's form: the digits before the first hyphen, or 0 if unknown. */
export function lmdbBootId(id: string): bigint {
  const [digits] = /^[0-9a-f]+/.exec(id) ?? [];
  return digits === undefined ? 0n : BigInt(`0x${digits}`);
}
