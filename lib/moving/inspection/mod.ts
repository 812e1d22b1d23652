/**
 * Inspection and repair of all records of a store.
 *
 * @module
 */
export {
  describeMediaFinding,
  type InspectedBytes,
  inspectMedia,
  type InspectMediaOptions,
  type MediaFinding,
} from "./inspect_media.ts";
export { inspectStore, type InspectOptions } from "./inspect_store.ts";
export { NotInspectableError } from "./not_inspectable_error.ts";
export type { RepairOutcome, SetAsideRecord } from "./repair_finding.ts";
export { type RepairOptions, repairStore, type RepairSummary } from "./repair_store.ts";
export { describeFinding, type StoreFinding } from "./store_finding.ts";
