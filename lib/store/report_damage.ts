import type { Emit } from "../base/emit.ts";
import type { DamagedRecordError } from "./contract/damaged_record_error.ts";
import type { OnDamaged } from "./store.ts";

/** A list omitted a damaged record. */
export interface RecordDamagedEvent {
  partition: string;
  key: string;
  /** The record's file or key in the storage engine. It is for the operator: do not put it into a response. */
  place: string;
  error: DamagedRecordError;
}

/** Callbacks for what happens to records. */
export interface StoreHooks {
  /** Called once for each record, by each API. Default: the error goes to `onError`. */
  "record.damaged"?: (event: RecordDamagedEvent) => void | Promise<void>;
}

/** Maximum number of damaged records that are reported. It limits memory if the whole store is damaged. */
const mostReported = 10_000;

/** Creates the function that reports each damaged record once: to the hook, or to `onError` if there is no hook. */
export function createDamageReport(
  hooks: StoreHooks,
  emit: Emit<StoreHooks>,
  onError: (error: unknown) => void,
): OnDamaged {
  const reported = new Set<string>();
  return (error: DamagedRecordError) => {
    const { partition, key, place } = error;
    if (reported.has(place) || reported.size >= mostReported) return;
    reported.add(place);
    if (hooks["record.damaged"] === undefined) onError(error);
    void emit("record.damaged", { partition, key, place, error });
  };
}
