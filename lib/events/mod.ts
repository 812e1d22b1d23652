/**
 * Changes, as events in a log. The outbox, the log and the worker that delivers them.
 *
 * @module
 */
export {
  type Change,
  type ChangeEvent,
  type ChangeEvents,
  type ChangeEventType,
  changeEventTypes,
  reviewEventTypes,
  type ChangeHooks,
  type InvitationEventData,
  type KeyEventData,
  type MemberEventData,
  type OrganizationEventData,
  type PostEventData,
  type ReviewEventData,
  type PreviousPostFields,
  type RedirectEventData,
  type UnpublishedPostEventData,
  type WebhookEventData,
} from "./change_event.ts";
export { createEventLog, type EventLogParts } from "./create_event_log.ts";
export {
  announceDue,
  announceWork,
  dueEventsUntil,
  dueMarkPrefix,
  type DueSource,
  isAnnounced,
  requestDueRecords,
} from "./due_events.ts";
export type { DeliveryRound, EventConsumer } from "./event_consumer.ts";
export { EventLog, type EventPage } from "./event_log.ts";
export { eventRange, outboxPrefix } from "./event_records.ts";
export type { Delivered, WorkerOptions } from "./event_worker.ts";
export { Events, type EventsDeps, type HostChange } from "./events.ts";
export type { ProcessIdentity } from "./lease.ts";
export { type Outbox, unlessUnavailable } from "./outbox.ts";
export type { Relay } from "./relay.ts";
