import type { DeliveryRound, EventConsumer } from "../../events/mod.ts";
import { Slots } from "../../base/slots.ts";
import type { WebhookAddress } from "../webhook.ts";
import { webhookDirectory, webhookPrefix, type WebhookRecord, wokenPrefix } from "../webhook_records.ts";
import { type LaneDeps, WebhookLane } from "./webhook_lane.ts";

/** Maximum number of concurrent requests of a process. An organization alone may have 100. */
const mostConcurrent = 150;
/** Maximum number of webhooks that deliver concurrently. Most of them wait for a slow receiver. */
const mostLanes = 500;
/** Time between two looks at all webhooks, in milliseconds. It finds retries of webhooks whose organization has no new events. */
const sweepInterval = 10 * 60 * 1000;
/** Time after a round during which requests may start, in milliseconds. A process that lost its lease has no further rounds. */
const roundLifetime = 10_000;
/** Time before a lane runs again after an error, in milliseconds. */
const errorDelay = 5_000;
/** Number of organizations that are read in one round trip. */
const readAtOnce = 500;

/** Dependencies of {@link WebhookRunner}. */
export interface RunnerDeps extends Omit<LaneDeps, "slots"> {
  onError: (error: unknown) => void;
}

/** A webhook that has work, now or later. */
interface LaneState {
  address: WebhookAddress;
  /** Milliseconds since the epoch. */
  dueAt: number;
  running: Promise<void> | undefined;
  /** The lane of the pending run. */
  lane: WebhookLane | undefined;
}

/**
 * Delivers the events of all webhooks. Each webhook has a lane of its own, so a slow receiver delays no other. A lane in memory holds only
 * the time of its next attempt, and the store holds the queues.
 */
export class WebhookRunner implements EventConsumer {
  readonly #deps: LaneDeps;
  readonly #onError: (error: unknown) => void;
  readonly #lanes = new Map<string, LaneState>();
  #sweptAt = -Infinity;
  #activeUntil = -Infinity;
  #isStopping = (): boolean => false;

  constructor({ onError, ...deps }: RunnerDeps) {
    this.#deps = { ...deps, slots: new Slots(mostConcurrent) };
    this.#onError = onError;
  }

  /** Starts the deliveries that are due, and returns before they end. */
  async deliver({ now, changed, isStopping }: DeliveryRound): Promise<void> {
    this.#activeUntil = now + roundLifetime;
    this.#isStopping = isStopping;
    if (now - this.#sweptAt >= sweepInterval) await this.#wakeAll(now);
    else await this.#wakeChanged([...changed]);
    await this.#wakeNamed();
    this.#startDue(now);
  }

  /** Waits until no delivery is pending. */
  async settle(): Promise<void> {
    for (;;) {
      const running = [...this.#lanes.values()].flatMap((lane) => lane.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  /** Returns the time of the first attempt that waits, in milliseconds since the epoch. */
  nextAt(): number | undefined {
    const times = Array.from(this.#lanes.values(), ({ dueAt }) => dueAt);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  async #wakeAll(now: number): Promise<void> {
    const listed = this.#deps.store.listAll<{ slug: string }>(webhookDirectory, { prefix: ["listed"] });
    for await (const { data } of listed) await this.#wake(data.slug);
    this.#sweptAt = now;
  }

  async #wakeChanged(slugs: readonly string[]): Promise<void> {
    for (let from = 0; from < slugs.length; from += readAtOnce) {
      const some = slugs.slice(from, from + readAtOnce);
      const found = await this.#deps.store.getReadable<object[]>(
        some.map((slug) => ({ partition: webhookDirectory, key: ["listed", slug] })),
      );
      for (const [index, slug] of some.entries()) if (found[index]) await this.#wake(slug);
    }
  }

  /** Wakes the organizations whose webhooks were created or resumed, also by other processes. */
  async #wakeNamed(): Promise<void> {
    const { store } = this.#deps;
    const named = store.listAll<{ slug: string }>(webhookDirectory, { prefix: wokenPrefix });
    for await (const { data, version } of named) {
      await this.#wake(data.slug);
      const key = [...wokenPrefix, data.slug];
      await store.commit(webhookDirectory, { checks: [{ key, version }], deletes: [key] });
    }
  }

  async #wake(organizationSlug: string): Promise<void> {
    const listed = this.#deps.store.listAll<WebhookRecord>(["org", organizationSlug], {
      prefix: webhookPrefix,
    });
    for await (const { data } of listed) {
      if (data.status !== "enabled") continue;
      const lane = this.#lanes.get(data.id);
      const address = { organizationSlug, webhookId: data.id };
      if (lane === undefined) {
        this.#lanes.set(data.id, { address, dueAt: -Infinity, running: undefined, lane: undefined });
      } else {
        lane.dueAt = -Infinity;
        lane.lane?.wake();
      }
    }
  }

  /** Starts lanes that are due. The rest starts in later rounds. */
  #startDue(now: number): void {
    const lanes = [...this.#lanes.values()];
    let free = mostLanes - lanes.filter(({ running }) => running !== undefined).length;
    for (const lane of lanes) {
      if (free <= 0) return;
      if (lane.dueAt > now || lane.running !== undefined) continue;
      lane.running = this.#run(lane);
      free--;
    }
  }

  async #run(state: LaneState): Promise<void> {
    const canContinue = (): boolean => !this.#isStopping() && this.#deps.clock.now() < this.#activeUntil;
    let isWoken: boolean;
    do {
      const lane = new WebhookLane(this.#deps, state.address);
      state.lane = lane;
      try {
        state.dueAt = (await lane.run(canContinue)) ?? Infinity;
      } catch (error) {
        this.#onError(error);
        state.dueAt = this.#deps.clock.now() + errorDelay;
      }
      isWoken = lane.hasNews;
    } while (isWoken && canContinue());
    state.running = undefined;
    state.lane = undefined;
    if (isWoken) state.dueAt = -Infinity;
    else if (state.dueAt === Infinity) this.#lanes.delete(state.address.webhookId);
  }
}
