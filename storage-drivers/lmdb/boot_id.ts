import { existsSync, readFileSync } from "node:fs";

const file = "/proc/sys/kernel/random/boot_id";

/** Names this start of the machine. Only Linux tells it; elsewhere damage by a power loss is not seen. */
export function bootId(): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "unknown";
}

/** The id of a start of the machine as LMDB keeps it: the digits before the first hyphen; 0 where it is unknown. */
export function lmdbBootId(id: string): bigint {
  const [digits] = /^[0-9a-f]+/.exec(id) ?? [];
  return digits === undefined ? 0n : BigInt(`0x${digits}`);
}
