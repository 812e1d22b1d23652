import type { Outbox, Change } from "../../events/mod.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import { matchesFilter } from "../filter/matches_filter.ts";
import type { Release, Slots } from "../../base/slots.ts";
import { collectRecords, fewerAtOnce, writeInParts, type Store } from "../../store/mod.ts";
import type { WebhookAddress, WebhookDisabledReason } from "../webhook.ts";
import {
  deliveryPartition,
  mostQueued,
  queueKey,
  queuePrefix,
  type QueuedEvent,
  stateKey,
  webhookLocation,
  type WebhookRecord,
  type WebhookState,
} from "../webhook_records.ts";
import { makeRoom } from "./abandon.ts";
import { attempt, type AttemptDeps } from "./attempt.ts";
import { attemptedEvent } from "./delivery_log.ts";
import { concurrencyOf } from "./outage.ts";
import { retriedFor } from "./retry_delay.ts";
import { type QueueAttempt, settleAttempts, type Settled } from "./settle_attempts.ts";
import { takeEvents, type TakeEventsDeps } from "./take_events.ts";
import { messageOf } from "./webhook_message.ts";
import { isRetry, type QueueEntry, WebhookQueue } from "./webhook_queue.ts";
import type { Clock } from "../../base/time/clock.ts";

/** Number of events that are queued in one commit. */
const takenAtOnce = 100;
/** Number of events that are ready to be sent, above which no further events are queued. */
const mostReady = 50;

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
  readonly #queue = new WebhookQueue();
  readonly #running = new Set<Promise<void>>();
  /** Results that are not stored yet. */
  #results: QueueAttempt[] = [];
  #state: WebhookState = { position: 0, lastDelivery: 0 };
  #hasMore = true;
  #hasNews = false;
  #continue = (): void => undefined;

  constructor(deps: LaneDeps, address: WebhookAddress) {
    this.#deps = deps;
    this.#address = address;
  }

  /** True if the lane was woken, and has not looked at the log since. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** Makes the lane look at the log again. */
  wake(): void {
    this.#hasNews = true;
    this.#continue();
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
      await Promise.all(this.#running);
      await this.#settle();
    }
    return this.#queue.nextAt(this.#state);
  }

  /** Returns false if it ended before all due events had an attempt. */
  async #deliver(canContinue: () => boolean): Promise<boolean> {
    while (canContinue()) {
      const webhook = await this.#readEnabled();
      if (webhook === undefined) {
        this.#queue.clear();
        return true;
      }
      await this.#drop(webhook);
      const canTakeMore = await this.#take(webhook);
      await this.#launch(webhook);
      if (this.#queue.launched > 0) {
        await this.#untilChanged();
        await this.#settle();
      } else if (!canTakeMore) return true;
    }
    return false;
  }

  /** Waits for a result, or for a call of `wake`. */
  async #untilChanged(): Promise<void> {
    if (this.#results.length > 0 || this.#hasNews) return;
    await new Promise<void>((resolve) => (this.#continue = resolve));
  }

  async #readEnabled(): Promise<WebhookRecord | undefined> {
    const found = await this.#deps.store.get<WebhookRecord>(webhookLocation(this.#address));
    return found?.data.status === "enabled" ? found.data : undefined;
  }

  /** Reads the state and the queue, at the start and after another process changed them. */
  async #load(): Promise<void> {
    const { organizationSlug, webhookId } = this.#address;
    const partition = deliveryPartition(organizationSlug);
    const state = await this.#deps.store.get<WebhookState>({ partition, key: stateKey(webhookId) });
    if (state !== null) this.#state = state.data;
    // Redelivered events are in the queue, too, and more of them than one list of abandoned events.
    const options = { prefix: queuePrefix(webhookId) };
    const listed = await collectRecords<QueuedEvent, QueueEntry>(
      this.#deps.store,
      partition,
      options,
      (page) => page.map(({ data, version }) => ({ queued: data, version })),
    );
    this.#queue.replace(listed);
  }

  /** Queues further events of the log if few events are ready. Returns true if the log may have more events, and the queue has room. */
  async #take(webhook: WebhookRecord): Promise<boolean> {
    if (this.#hasNews) this.#hasMore = true;
    this.#hasNews = false;
    const now = this.#deps.clock.now();
    if (!this.#hasMore || this.#queue.ready(this.#state, now).length >= mostReady) return this.#hasMore;
    const limit = Math.min(takenAtOnce, mostQueued - this.#queue.size);
    if (limit <= 0) return this.#makeRoom(now);
    const taken = await fewerAtOnce(limit, (most) => takeEvents(this.#deps, webhook, { limit: most, now }));
    if (taken === undefined) {
      await this.#load();
      return true;
    }
    this.#queue.add(taken.entries);
    this.#state = taken.state;
    this.#hasMore = taken.hasMore;
    return taken.hasMore;
  }

  async #makeRoom(now: number): Promise<boolean> {
    const waiting = this.#queue.waiting();
    const hasAbandoned = await makeRoom(this.#deps.store, this.#address, { waiting, now });
    if (hasAbandoned) await this.#load();
    return hasAbandoned;
  }

  /** Removes waiting events that a changed filter leaves out, so that they do not reach a URL that was set after it. */
  async #drop(webhook: WebhookRecord): Promise<void> {
    const dropped = this.#queue.waiting().filter(({ queued }) => !matchesFilter(webhook, queued.event));
    if (dropped.length === 0) return;
    const { organizationSlug, webhookId } = this.#address;
    const sequences = dropped.map(({ queued }) => queued.event.sequence);
    const deletes = sequences.map((sequence) => queueKey(webhookId, sequence));
    await writeInParts(deletes, async (part) => {
      await this.#deps.store.commit(deliveryPartition(organizationSlug), { deletes: part });
    });
    this.#queue.settle(new Map(sequences.map((sequence) => [sequence, undefined])));
  }

  /** Starts requests for events that are due. New events leave half of the requests to retries, and take all others. */
  async #launch(webhook: WebhookRecord): Promise<void> {
    const { clock, slots } = this.#deps;
    const { organizationSlug } = this.#address;
    const now = clock.now();
    const most = concurrencyOf(this.#state, now);
    const ready = this.#queue.ready(this.#state, now);
    const retries = ready.filter(({ queued }) => isRetry(queued));
    const others = ready.filter(({ queued }) => !isRetry(queued));
    while (this.#queue.launched < most) {
      const hasTurn = others.length === 0 || this.#queue.launchedRetries < Math.floor(most / 2);
      const entry = (hasTurn ? retries.shift() : undefined) ?? others.shift();
      if (entry === undefined) return;
      const free = slots.take(organizationSlug);
      if (free === undefined && this.#queue.launched > 0) return;
      const release = free ?? (await slots.wait(organizationSlug));
      this.#queue.launch(entry);
      const running = this.#send(webhook, entry, release).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #send(webhook: WebhookRecord, entry: QueueEntry, release: Release): Promise<void> {
    const { lastDelivery } = this.#state;
    const result = await attempt(this.#deps, webhook, messageOf(entry.queued.event));
    release();
    this.#results.push({ entry, lastDelivery, result });
    this.#continue();
  }

  /** Stores the results. Until then their events count as launched, so that they are not sent again. */
  async #settle(): Promise<void> {
    const attempts = [...this.#results];
    if (attempts.length === 0) return;
    const now = this.#deps.clock.now();
    const settled = await settleAttempts(this.#deps, { webhook: this.#address, attempts, now });
    this.#results.splice(0, attempts.length);
    if (settled === undefined) return this.#queue.clear();
    this.#state = settled.state;
    this.#queue.settle(settled.entries);
    if (settled.isOutdated) await this.#load();
    for (const logged of settled.logged) this.#deps.onAttempt(attemptedEvent(this.#address, logged));
    await this.#disableIfOver(settled, now);
  }

  async #disableIfOver({ state, logged }: Settled, now: number): Promise<void> {
    const isGone = logged.some(({ result }) => result.status === 410);
    const isFailing = state.failingSince !== undefined && now - Date.parse(state.failingSince) >= retriedFor;
    if (isGone || isFailing) await disableWebhook(this.#deps, this.#address, isGone ? "gone" : "failing");
  }
}

/** Disables an enabled webhook after failures, and writes the event `webhook.disabled` in the same commit. */
async function disableWebhook(
  { store, clock, outbox }: { store: Store; clock: Clock; outbox: Outbox },
  address: WebhookAddress,
  reason: WebhookDisabledReason,
): Promise<void> {
  const location = webhookLocation(address);
  const { key } = location;
  await store.writes.repeatInTurn(location, "Cannot disable the webhook: it", async () => {
    const found = await store.get<WebhookRecord>(location);
    if (found?.data.status !== "enabled") return true;
    const at = new Date(clock.now()).toISOString();
    const data = { ...found.data, status: "disabled", disabledReason: reason, disabledAt: at } as const;
    const changes = { checks: [{ key, version: found.version }], sets: [{ key, data }] };
    const event: Change = { type: "webhook.disabled", data: { id: found.data.id, reason } };
    const result = await outbox.commit(address.organizationSlug, changes, [event]);
    return result.committed || null;
  });
}
