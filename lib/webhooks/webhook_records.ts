import type { ChangeEvent } from "../events/mod.ts";
import type { LimitedKind, KeyPart, Location } from "../store/mod.ts";
import type { Webhook, WebhookAddress, WebhookDelivery } from "./webhook.ts";

/** A sealed secret. Only a {@link SecretBox} reads it. */
export interface SealedSecret {
  sealed: string;
  /** RFC 3339. Left out for the current secret. */
  until?: string;
}

/** Configuration of a webhook, in the partition of its organization. */
export interface WebhookRecord extends Omit<Webhook, "previousSecretUntil"> {
  /** The current secret, then the previous one during a roll. */
  secrets: readonly SealedSecret[];
}

/** Progress of a webhook. Its version orders concurrent writers. */
export interface WebhookState {
  /** Sequence number of the last event of the log that was queued or filtered out. */
  position: number;
  /** Id of the last attempt. */
  lastDelivery: number;
  /** RFC 3339. */
  lastAttemptAt?: string;
  /** RFC 3339. */
  failingSince?: string;
  /** Time of the last success in milliseconds since the epoch. Left out if there was none. */
  lastSuccessAt?: number;
  /** Id of the first delivery after the last outage. Events whose last attempt began before it are due, unless they are refused. */
  recovery?: number;
  /** Id of the first delivery after the webhook was resumed. Events whose last attempt began before it are due, and start anew. */
  resumption?: number;
  /** Number of concurrent requests while the receiver recovers from an outage. Left out for the maximum. */
  concurrency?: number;
  /** Number of abandoned events, including events that have been removed since the list was last counted. */
  abandoned?: number;
}

/** An event that waits for an attempt. Stores of earlier versions lack the optional fields. */
export interface QueuedEvent {
  event: ChangeEvent;
  /** Number of failed attempts. */
  attempts: number;
  /** Time of the first attempt in milliseconds since the epoch. 0 before it. */
  firstAt: number;
  /** Time of the next attempt in milliseconds since the epoch. */
  dueAt: number;
  /** Id of the webhook's last delivery when the event's last attempt began, or when the event was queued. */
  lastDelivery?: number;
  /** Time of its last attempt in milliseconds since the epoch. Left out before it. */
  lastAt?: number;
  /** Number of failed attempts since the event started anew. It decides the delay. */
  retries?: number;
  /** Number of failed attempts beside which other events of the webhook were delivered. */
  refusals?: number;
  /** Response to the last attempt. */
  failure?: AttemptFailure;
  /** True if a user sends the abandoned event again. It has a single attempt, and no order. */
  isRedelivery?: boolean;
}

/** Response to a failed attempt. */
export interface AttemptFailure {
  /** HTTP status. Left out if there was no response. */
  status?: number;
  /** Reason for the lack of a response. */
  error?: string;
}

/** An event that is not sent again by itself. */
export interface AbandonedRecord {
  queued: QueuedEvent;
  /** Milliseconds since the epoch. */
  abandonedAt: number;
}

/** A stored attempt. It contains the sent body, so that the event can be delivered again. */
export interface DeliveryRecord extends WebhookDelivery {
  body: string;
  sequence?: number;
}

/** Maximum number of webhooks of an organization. */
export const mostWebhooks = 50;
/** Maximum number of a webhook's queued events, without redelivered events. Further events wait in the log of the organization. */
export const mostQueued = 1000;
/** Maximum number of a webhook's abandoned events. */
export const mostAbandoned = 1000;
/** Maximum number of waiting or abandoned events that are counted for a user. */
export const mostCounted = 100;
/** Maximum number of attempts in a webhook's log. */
export const mostDeliveries = 1000;
/** Time that an attempt stays in the log, and an event in the list of abandoned events, in milliseconds. */
export const deliveryRetention: number = 30 * 24 * 60 * 60 * 1000;

export const webhookPrefix: readonly KeyPart[] = ["webhook"];

/** The webhooks of an organization, in its partition. */
export const webhookKind: LimitedKind = {
  prefix: webhookPrefix,
  counter: ["webhook-count"],
  most: mostWebhooks,
};

/** Returns the location of a webhook's configuration. */
export function webhookLocation({ organizationSlug, webhookId }: WebhookAddress): Location {
  return { partition: ["org", organizationSlug], key: [...webhookPrefix, webhookId] };
}

/** Partition that lists the organizations with webhooks. */
export const webhookDirectory: readonly KeyPart[] = ["webhooks"];

/** Key prefix of the records in it that name organizations with resumed webhooks. */
export const wokenPrefix: readonly KeyPart[] = ["woken"];

/** Partition of the states, queues and logs of an organization's webhooks. */
export const deliveryPartition = (organizationSlug: string): KeyPart[] => ["webhooks", organizationSlug];

export const stateKey = (webhookId: string): KeyPart[] => ["state", webhookId];
/** Without an id, it is the prefix of the queues of all webhooks of the partition. */
export const queuePrefix = (...webhookId: [] | [string]): KeyPart[] => ["queue", ...webhookId];
export const queueKey = (webhookId: string, sequence: number): KeyPart[] => [
  ...queuePrefix(webhookId),
  sequence,
];
export const logPrefix = (webhookId: string): KeyPart[] => ["delivery", webhookId];
export const logKey = (webhookId: string, id: number): KeyPart[] => [...logPrefix(webhookId), id];
export const abandonedPrefix = (webhookId: string): KeyPart[] => ["abandoned", webhookId];
export const abandonedKey = (webhookId: string, sequence: number): KeyPart[] => [
  ...abandonedPrefix(webhookId),
  sequence,
];
