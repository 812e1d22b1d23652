import type { Outbox } from "../../events/mod.ts";
import type { RandomBytes } from "../../random.ts";
import { matchesFilter } from "../matches_filter.ts";
import type { Release, Slots } from "../../slots.ts";
import type { WebhookAddress } from "../webhook.ts";
import {
  deliveryPartition,
  mostQueued,
  queueKey,
  queuePrefix,
  type QueuedEvent,
  webhookLocation,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";
import { attempt, type AttemptDeps } from "./attempt.ts";
import { attemptedEvent, type LoggedAttempt } from "./delivery_log.ts";
import { disableWebhook } from "./disable_webhook.ts";
import { retriedFor } from "./retry_delay.ts";
import { type QueueAttempt, type QueueEntry, settleAttempts } from "./settle_attempts.ts";
import { takeEvents, type TakeEventsDeps } from "./take_events.ts";
import { messageOf } from "./webhook_message.ts";

/** Maximum number of concurrent requests to one webhook. */
const mostConcurrent = 10;
/** Time of failure after which a webhook gets one request at a time, in milliseconds. */
const outage = 60_000;

/** Dependencies of {@link WebhookLane}. */
export interface LaneDeps extends AttemptDeps, TakeEventsDeps {
  randomBytes: RandomBytes;
  outbox: Outbox;
  /** Limits the concurrent requests of this process. */
  slots: Slots;
}

/** Delivers the events of one webhook while it has events that are due. */
export class WebhookLane {
  readonly #deps: LaneDeps;
  readonly #address: WebhookAddress;
  readonly #queue = new Map<number, QueueEntry>();
  readonly #pending = new Map<number, Promise<void>>();
  #results: QueueAttempt[] = [];
  #failingSince: string | undefined;

  constructor(deps: LaneDeps, address: WebhookAddress) {
    this.#deps = deps;
    this.#address = address;
  }

  /**
   * Delivers all events that are due.
   *
   * @param canContinue returns false when no further request may start
   * @returns the time of the next attempt in milliseconds since the epoch; undefined if no event waits
   */
  async run(canContinue: () => boolean): Promise<number | undefined> {
    try {
      await this.#load();
      const isDone = await this.#deliver(canContinue);
      if (!isDone) return this.#deps.clock.now();
    } finally {
      await Promise.all(this.#pending.values());
      await this.#settle();
    }
    const times = [...this.#queue.values()].map(({ queued }) => queued.dueAt);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Returns false if it ended before all due events had an attempt. */
  async #deliver(canContinue: () => boolean): Promise<boolean> {
    let hasMore = true;
    while (canContinue()) {
      const webhook = await this.#readEnabled();
      if (webhook === undefined) {
        this.#queue.clear();
        return true;
      }
      await this.#drop(webhook);
      if (hasMore && this.#queue.size <= mostQueued / 2) hasMore = await this.#take(webhook);
      if (!(await this.#launch(webhook))) return true;
      await Promise.race(this.#pending.values());
      await this.#settle();
    }
    return false;
  }

  async #readEnabled(): Promise<WebhookRecord | undefined> {
    const found = await this.#deps.store.get<WebhookRecord>(webhookLocation(this.#address));
    return found?.data.status === "enabled" ? found.data : undefined;
  }

  async #load(): Promise<void> {
    const { organizationSlug, webhookId } = this.#address;
    const partition = deliveryPartition(organizationSlug);
    const prefix = queuePrefix(webhookId);
    const listed = await this.#deps.store.list<QueuedEvent>(partition, { prefix, limit: 2 * mostQueued });
    for (const { data, version } of listed) {
      const known = this.#pending.has(data.event.sequence);
      if (!known) this.#queue.set(data.event.sequence, { queued: data, version });
    }
  }

  /** Reads the queue again, because another process changed it. */
  async #reload(): Promise<void> {
    for (const sequence of this.#queue.keys()) {
      if (!this.#pending.has(sequence)) this.#queue.delete(sequence);
    }
    await this.#load();
  }

  /** Fills the queue. Returns true if the log may have more events. */
  async #take(webhook: WebhookRecord): Promise<boolean> {
    const limit = mostQueued - this.#queue.size;
    const taken = await takeEvents(this.#deps, webhook, { limit, now: this.#deps.clock.now() });
    if (taken > 0) await this.#load();
    return taken === limit;
  }

  /** Removes waiting events that a changed filter leaves out, so that they do not reach a URL that was set after it. */
  async #drop(webhook: WebhookRecord): Promise<void> {
    const dropped = [...this.#queue].filter(
      ([sequence, { queued }]) => !this.#pending.has(sequence) && !matchesFilter(webhook, queued.event),
    );
    if (dropped.length === 0) return;
    const { organizationSlug, webhookId } = this.#address;
    const deletes = dropped.map(([sequence]) => queueKey(webhookId, sequence));
    await this.#deps.store.commit(deliveryPartition(organizationSlug), { deletes });
    for (const [sequence] of dropped) this.#queue.delete(sequence);
  }

  /** Starts requests for events that are due. Returns false if no request is pending then. */
  async #launch(webhook: WebhookRecord): Promise<boolean> {
    const { clock, slots } = this.#deps;
    const { organizationSlug } = this.#address;
    const most = this.#isInOutage() ? 1 : mostConcurrent;
    for (const [sequence, entry] of this.#queue) {
      if (this.#pending.size >= most) break;
      if (entry.queued.dueAt > clock.now() || this.#pending.has(sequence)) continue;
      const free = slots.take(organizationSlug);
      if (free === undefined && this.#pending.size > 0) break;
      const release = free ?? (await slots.wait(organizationSlug));
      this.#pending.set(sequence, this.#send(webhook, entry, release));
    }
    return this.#pending.size > 0;
  }

  #isInOutage(): boolean {
    const since = this.#failingSince;
    return since !== undefined && this.#deps.clock.now() - Date.parse(since) >= outage;
  }

  async #send(webhook: WebhookRecord, entry: QueueEntry, release: Release): Promise<void> {
    const result = await attempt(this.#deps, webhook, messageOf(entry.queued.event));
    release();
    this.#results.push({ entry, result });
    this.#pending.delete(entry.queued.event.sequence);
  }

  async #settle(): Promise<void> {
    const attempts = this.#results;
    this.#results = [];
    if (attempts.length === 0) return;
    const own = new Set(attempts.map(({ entry }) => entry.queued.event.sequence));
    const waiting = [...this.#queue]
      .filter(([sequence]) => !own.has(sequence) && !this.#pending.has(sequence))
      .map(([, entry]) => entry);
    const now = this.#deps.clock.now();
    const settled = await settleAttempts(this.#deps, { webhook: this.#address, attempts, waiting, now });
    if (settled === undefined) return this.#queue.clear();
    if (settled.isOutdated) await this.#reload();
    this.#failingSince = settled.state.failingSince;
    for (const [sequence, entry] of settled.entries) {
      if (entry === undefined) this.#queue.delete(sequence);
      else this.#queue.set(sequence, entry);
    }
    for (const logged of settled.logged) this.#deps.onAttempt(attemptedEvent(this.#address, logged));
    await this.#disableIfOver(settled, now);
  }

  async #disableIfOver(
    { state, logged }: { state: WebhookState; logged: readonly LoggedAttempt[] },
    now: number,
  ): Promise<void> {
    const isGone = logged.some(({ result }) => result.status === 410);
    const isFailing = state.failingSince !== undefined && now - Date.parse(state.failingSince) >= retriedFor;
    if (isGone || isFailing) await disableWebhook(this.#deps, this.#address, isGone ? "gone" : "failing");
  }
}
