import { StoreUnavailableError } from "../errors.ts";
import { DamagedRecordError } from "./damaged_record_error.ts";
import { StoreReplacedError } from "./store_replaced_error.ts";

/** Converts an engine's error. Every error except damage and a replaced store becomes a {@link StoreUnavailableError}. */
export function toStoreError(error: unknown): Error {
  if (error instanceof DamagedRecordError || error instanceof StoreReplacedError) return error;
  return new StoreUnavailableError(error);
}
