/**
 * Events of public content: the outbox, the log and the worker that delivers them.
 *
 * @module
 */
export {
  type Change,
  type ChangeEvent,
  type ChangeEvents,
  type ChangeEventType,
  changeEventTypes,
  type OrganizationEventData,
  type PostEventData,
} from "./change_event.ts";
export type { EventPage } from "./event_log.ts";
export { leaseLocation } from "./event_records.ts";
export { Events } from "./events.ts";
export type { ScheduledWork } from "./event_worker.ts";
export { Lease } from "./lease.ts";
export { Outbox } from "./outbox.ts";
