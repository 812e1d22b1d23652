import type { KeyPart, StoreChanges } from "../../store/mod.ts";
import type { WebhookAttemptedEvent, WebhookAddress, WebhookDelivery } from "../webhook.ts";
import {
  deliveryRetention,
  type DeliveryRecord,
  logKey,
  mostDeliveries,
  type WebhookState,
} from "../webhook_records.ts";
import type { AttemptResult } from "./attempt.ts";
import type { WebhookMessage } from "./webhook_message.ts";

/** An attempt to log. */
export interface LoggedAttempt extends Pick<WebhookDelivery, "trigger" | "attempt" | "outcome"> {
  message: WebhookMessage;
  result: AttemptResult;
  /** Milliseconds since the epoch. Undefined if there is no next attempt. */
  nextAt: number | undefined;
}

type LogChanges = Required<Pick<StoreChanges, "sets">> & { deletes: KeyPart[][]; state: WebhookState };

/** Returns the changes that add attempts to a webhook's log, remove the oldest ones, and update the state. */
export function logChanges(
  webhookId: string,
  state: WebhookState,
  attempts: readonly LoggedAttempt[],
): LogChanges {
  const sets = attempts.map((attempt, index) => {
    const id = state.lastDelivery + index + 1;
    const data = deliveryRecord(id, attempt);
    return { key: logKey(webhookId, id), data, expiresAt: attempt.result.at + deliveryRetention };
  });
  const last = state.lastDelivery + attempts.length;
  const deletes = attempts
    .map((_attempt, index) => last - index - mostDeliveries)
    .filter((id) => id > 0)
    .map((id) => logKey(webhookId, id));
  const lastAt = Math.max(...attempts.map(({ result }) => result.at));
  return { sets, deletes, state: { ...state, lastDelivery: last, lastAttemptAt: toText(lastAt) } };
}

/** Returns the event of an attempt for the hooks of the host. */
export function attemptedEvent(
  { organizationSlug, webhookId }: WebhookAddress,
  { message, result: { status, durationMs }, attempt, outcome }: LoggedAttempt,
): WebhookAttemptedEvent {
  const event = { organizationSlug, webhookId, eventId: message.id, eventType: message.type };
  const optional = status === undefined ? {} : { status };
  return { ...event, attempt, outcome, durationMs, ...optional };
}

function deliveryRecord(
  id: number,
  { message, result, nextAt, trigger, attempt, outcome }: LoggedAttempt,
): DeliveryRecord {
  const { status, error, response } = result;
  return {
    id,
    eventId: message.id,
    eventType: message.type,
    at: toText(result.at),
    trigger,
    attempt,
    outcome,
    durationMs: result.durationMs,
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error }),
    ...(response === undefined || response === "" ? {} : { response }),
    ...(nextAt === undefined ? {} : { nextAttemptAt: toText(nextAt) }),
    ...(message.sequence === undefined ? {} : { sequence: message.sequence }),
    body: message.body,
  };
}

/** Returns an attempt without the stored body. */
export function toDelivery({
  body: _body,
  sequence: _sequence,
  ...delivery
}: DeliveryRecord): WebhookDelivery {
  return delivery;
}

function toText(time: number): string {
  return new Date(time).toISOString();
}
