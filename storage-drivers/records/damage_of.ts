import { type Address, DamagedRecordError } from "../../lib/store/mod.ts";
import { isUtf8 } from "node:buffer";

/** Creates the error of a damaged record from the error of its parser. */
export function damageOf(address: Address, place: string, error: unknown): DamagedRecordError {
  if (error instanceof DamagedRecordError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DamagedRecordError({ ...address, place, reason, cause: error });
}

/** Returns bytes as text, or as base64 if they are not UTF-8. */
export function textOfBytes(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? "utf8" : "base64");
}

/** Throws the error of a damaged record, for readers that no caller tells of damage. */
export function throwDamage(damage: DamagedRecordError): never {
  throw damage;
}
