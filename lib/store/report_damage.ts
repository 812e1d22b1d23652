import type { Emit, Hooks } from "../hooks.ts";
import type { DamagedRecordError } from "./contract/damaged_record_error.ts";
import type { OnDamaged } from "./store.ts";

/** Maximum number of damaged records that are reported. It limits memory if the whole store is damaged. */
const mostReported = 10_000;

/** Creates the function that reports each damaged record once: to the hook, or to `onError` if there is no hook. */
export function createDamageReport(hooks: Hooks, emit: Emit, onError: (error: unknown) => void): OnDamaged {
  const reported = new Set<string>();
  return (error: DamagedRecordError) => {
    const { partition, key, place } = error;
    if (reported.has(place) || reported.size >= mostReported) return;
    reported.add(place);
    if (hooks["record.damaged"] === undefined) onError(error);
    else void emit("record.damaged", { partition, key, place, error });
  };
}
