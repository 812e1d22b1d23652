import { type Address, DamagedRecordError } from "../../lib/store/mod.ts";

/** Creates the error of a damaged record from the error of its parser. */
export function damageOf(address: Address, place: string, error: unknown): DamagedRecordError {
  if (error instanceof DamagedRecordError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DamagedRecordError({ ...address, place, reason, cause: error });
}
