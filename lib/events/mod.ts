/**
 * What changed. Events of changes: the outbox, the log and the worker that delivers them.
 *
 * @module
 */
export {
  announceWork,
  announceDue,
  dueEventsUntil,
  dueMarkPrefix,
  DueEvents,
  type DueSource,
  isAnnounced,
  requestDueRecords,
} from "./due_events.ts";
export {
  type Change,
  type ChangeEvent,
  type ChangeEvents,
  type ChangeEventType,
  changeEventTypes,
  type InvitationEventData,
  type ChangeHooks,
  type KeyEventData,
  type MemberEventData,
  type OrganizationEventData,
  type PostEventData,
  type PreviousPostFields,
  type RedirectEventData,
  type UnpublishedPostEventData,
  type WebhookEventData,
} from "./change_event.ts";
export { EventLog, type EventPage } from "./event_log.ts";
export { eventRange, leaseLocation, outboxPrefix } from "./event_records.ts";
export type { Delivered, WorkerOptions } from "./event_worker.ts";
export { Events, type HostChange } from "./events.ts";
export { Lease, type ProcessIdentity } from "./lease.ts";
export { Outbox } from "./outbox.ts";
export { Relay } from "./relay.ts";
