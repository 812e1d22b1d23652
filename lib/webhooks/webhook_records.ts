import type { ChangeEvent } from "../events/mod.ts";
import type { KeyPart, Location } from "../store/mod.ts";
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
}

/** An event that waits for an attempt. */
export interface QueuedEvent {
  event: ChangeEvent;
  /** Number of failed attempts. */
  attempts: number;
  /** Time of the first attempt in milliseconds since the epoch. 0 before it. */
  firstAt: number;
  /** Time of the next attempt in milliseconds since the epoch. */
  dueAt: number;
}

/** A stored attempt. It contains the sent body, so that the event can be delivered again. */
export interface DeliveryRecord extends WebhookDelivery {
  body: string;
  sequence?: number;
}

/** Maximum number of webhooks of an organization. */
export const mostWebhooks = 50;
/** Maximum number of a webhook's queued events. */
export const mostQueued = 100;
/** Maximum number of attempts in a webhook's log. */
export const mostDeliveries = 1000;
/** Time that an attempt stays in the log, in milliseconds. */
export const deliveryRetention: number = 30 * 24 * 60 * 60 * 1000;

export const webhookPrefix: readonly KeyPart[] = ["webhook"];

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
