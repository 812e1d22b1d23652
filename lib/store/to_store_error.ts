import { StoreUnavailableError } from "../errors.ts";
import { DamagedRecordError } from "./damaged_record_error.ts";
import { StoreReplacedError } from "./store_replaced_error.ts";

/** Returns the error of an engine by the names of the contract: all but damage and a replaced store mean that the store is unavailable. */
export function toStoreError(error: unknown): Error {
  if (error instanceof DamagedRecordError || error instanceof StoreReplacedError) return error;
  return new StoreUnavailableError(error);
}
