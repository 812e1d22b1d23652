import type { ChangeEvent } from "../../events/mod.ts";
import type { QueuedEvent, WebhookState } from "../webhook_records.ts";

/** Number of refusals from which on the end of an outage does not make an event due. */
const provenRefusals = 3;

/** A queued event with the version of its record. */
export interface QueueEntry {
  queued: QueuedEvent;
  version: string;
}

/** An event that waits for no earlier event, and the time of its attempt in milliseconds since the epoch. */
interface Head {
  entry: QueueEntry;
  dueAt: number;
}

/** The waiting events of a webhook. It decides which of them may be sent: the first event of each subject that is due. */
export class WebhookQueue {
  /** Entries by sequence number, in its order. */
  #entries = new Map<number, QueueEntry>();
  /** Entries whose attempt has started and is not stored yet. */
  readonly #launched = new Map<number, QueueEntry>();
  readonly #subjects = new WeakMap<ChangeEvent, string[]>();

  /** Number of events, without redelivered events. */
  get size(): number {
    let size = 0;
    for (const { queued } of this.#entries.values()) if (queued.isRedelivery !== true) size++;
    return size;
  }

  /** Number of attempts that are not stored yet. */
  get launched(): number {
    return this.#launched.size;
  }

  /** Number of retries among the attempts that are not stored yet. */
  get launchedRetries(): number {
    return [...this.#launched.values()].filter(({ queued }) => isRetry(queued)).length;
  }

  /** Replaces all entries except the launched ones. */
  replace(entries: readonly QueueEntry[]): void {
    const waiting = entries.filter(({ queued }) => !this.#launched.has(queued.event.sequence));
    const all = [...waiting, ...this.#launched.values()].toSorted(
      (one, other) => one.queued.event.sequence - other.queued.event.sequence,
    );
    this.#entries = new Map(all.map((entry) => [entry.queued.event.sequence, entry]));
  }

  /** Adds events that are later than all others. */
  add(entries: readonly QueueEntry[]): void {
    for (const entry of entries) this.#entries.set(entry.queued.event.sequence, entry);
  }

  /** Marks an entry as launched. */
  launch(entry: QueueEntry): void {
    this.#launched.set(entry.queued.event.sequence, entry);
  }

  /** Replaces or removes entries whose attempts were stored. */
  settle(entries: ReadonlyMap<number, QueueEntry | undefined>): void {
    for (const [sequence, entry] of entries) {
      this.#launched.delete(sequence);
      if (entry === undefined) this.#entries.delete(sequence);
      else this.#entries.set(sequence, entry);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#launched.clear();
  }

  /** Returns the entries without a pending attempt. */
  waiting(): QueueEntry[] {
    return [...this.#entries].flatMap(([sequence, entry]) => (this.#launched.has(sequence) ? [] : entry));
  }

  /** Returns the entries whose attempt may start, oldest first. */
  ready(state: WebhookState, now: number): QueueEntry[] {
    return this.#heads(state).flatMap(({ entry, dueAt }) => (dueAt <= now ? entry : []));
  }

  /** Returns the time of the first attempt, in milliseconds since the epoch. Undefined if no event waits. */
  nextAt(state: WebhookState): number | undefined {
    const times = this.#heads(state).map(({ dueAt }) => dueAt);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Returns the entries that wait only for their time. */
  #heads(state: WebhookState): Head[] {
    const heads = new Map<QueueEntry, Head>();
    /** First entry of each subject. */
    const first = new Map<string, QueueEntry>();
    for (const [sequence, entry] of this.#entries) {
      const { queued } = entry;
      const subjects = queued.isRedelivery === true ? [] : this.#subjectsOf(queued.event);
      const earlier = subjects.flatMap((subject) => first.get(subject) ?? []);
      for (const subject of subjects) if (!first.has(subject)) first.set(subject, entry);
      if (earlier.length > 0) this.#hasten(earlier, { entry, heads, state });
      else if (!this.#launched.has(sequence)) heads.set(entry, { entry, dueAt: dueTime(queued, state) });
    }
    return [...heads.values()];
  }

  #subjectsOf(event: ChangeEvent): string[] {
    const known = this.#subjects.get(event);
    if (known !== undefined) return known;
    const subjects = subjectsOf(event);
    this.#subjects.set(event, subjects);
    return subjects;
  }

  /** A new event of a failing webhook cannot overtake earlier events of its subject, so it makes them due. */
  #hasten(
    earlier: readonly QueueEntry[],
    { entry, heads, state }: { entry: QueueEntry; heads: Map<QueueEntry, Head>; state: WebhookState },
  ): void {
    if (state.failingSince === undefined || entry.queued.attempts > 0) return;
    for (const one of earlier) {
      const head = heads.get(one);
      if (head !== undefined && deliveryOf(one.queued) < deliveryOf(entry.queued)) head.dueAt = -Infinity;
    }
  }
}

/** Returns true for an event that was sent before. */
export function isRetry({ attempts }: QueuedEvent): boolean {
  return attempts > 0;
}

/** Returns true if another event was delivered since the last attempt of an event. Then the receiver refuses this event. */
export function isRefused(
  queued: QueuedEvent,
  { lastSuccessAt = Infinity }: Pick<WebhookState, "lastSuccessAt">,
  now: number,
): boolean {
  const hasSucceeded = lastSuccessAt <= now && lastSuccessAt >= (queued.lastAt ?? queued.firstAt);
  return isRetry(queued) && hasSucceeded;
}

function dueTime(queued: QueuedEvent, state: WebhookState): number {
  return isRestarted(queued, state) ? -Infinity : queued.dueAt;
}

/** Returns true if an outage or a pause ended after the last attempt, so that the next attempt follows immediately. */
export function isRestarted(queued: QueuedEvent, state: WebhookState): boolean {
  const isAfterOutage = (queued.refusals ?? 0) < provenRefusals && deliveryOf(queued) < (state.recovery ?? 0);
  return isRetry(queued) && (isAfterOutage || isResumed(queued, state));
}

/** Returns true if the webhook was resumed after the last attempt. */
export function isResumed(queued: QueuedEvent, { resumption = 0 }: WebhookState): boolean {
  return isRetry(queued) && deliveryOf(queued) < resumption;
}

/** Returns the id of the last delivery before the last attempt, also of an event that an earlier version queued. */
function deliveryOf({ lastDelivery = 0 }: QueuedEvent): number {
  return lastDelivery;
}

/** Fields of an event that name its subject, or a subject that it replaces. */
interface SubjectFields {
  id?: string | number;
  slug?: string;
  previousSlug?: string;
  replacedKeyId?: string;
  from?: string;
}

/**
 * Returns the subjects of an event: events that share a subject are delivered in their order. A post has its id and its slugs, a redirect its
 * address. Hosts with their own posts know only the slug of a post that is no longer public.
 */
export function subjectsOf({ type, data }: ChangeEvent): string[] {
  const [noun = ""] = type.split(".");
  const kind = noun === "quota" ? "key" : noun;
  const { id, slug, previousSlug, replacedKeyId, from }: SubjectFields = data;
  if (from !== undefined) return [`${kind} from ${from}`];
  const ids = [id, replacedKeyId].filter((part) => part !== undefined);
  const slugs = [slug, previousSlug].filter((part) => part !== undefined);
  return [...ids.map((part) => `${kind} id ${part}`), ...slugs.map((part) => `${kind} slug ${part}`)];
}
