import { isBoundToRequest } from "./bound_to_request.ts";

/** Gives a slot back. Later calls do nothing. */
export type Release = () => void;

/** A task that holds a slot. */
export interface SlotHolder {
  /** Ends the task when an organization below its share needs the slot. Undefined for a task that cannot be ended. */
  stop?: (() => void) | undefined;
  /** True if the task has ended without a call of its `Release`, as on runtimes that cut the work of a request. Default: never. */
  isDead?: (() => boolean) | undefined;
}

/**
 * Slots for concurrent tasks of many organizations. While another organization waits, an organization holds at most a third of the slots,
 * but at least one. Within an organization the first task comes first, and waiting organizations take turns.
 *
 * An organization alone may take every slot whose task can be ended, because a newcomer gets such a slot back. Of other slots a third is
 * kept for organizations below their share.
 */
export class Slots {
  readonly #most: number;
  readonly #share: number;
  readonly #kept: number;
  #taken = 0;
  /** Slots of each organization, the oldest first. */
  readonly #held = new Map<string, Set<SlotHolder>>();
  /** Slots whose tasks can be dead, and their organizations. */
  readonly #mortal = new Map<SlotHolder, string>();
  /** Waiting tasks of each organization. The organization with the next turn comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(most: number) {
    this.#most = most;
    this.#kept = Math.floor(most / 3);
    this.#share = Math.max(1, this.#kept);
  }

  /** Takes a slot. Returns undefined if no slot is free for the organization. Dead tasks lose their slots only then, because a slow one looks dead. */
  take(organizationSlug: string, holder: SlotHolder = {}): Release | undefined {
    if (this.#waiting.has(organizationSlug)) return undefined;
    const canHold = (): boolean => this.#canHold(organizationSlug, holder.stop !== undefined);
    if (canHold()) return this.#hold(organizationSlug, holder);
    this.freeDead();
    if (canHold()) return this.#hold(organizationSlug, holder);
    const ended = this.#endOneFor(organizationSlug);
    if (ended === undefined) return undefined;
    const release = this.#hold(organizationSlug, holder);
    ended();
    return release;
  }

  /** Frees the slots of dead tasks, and stops these tasks. */
  freeDead(): void {
    for (const [holder, organizationSlug] of this.#mortal) {
      if (holder.isDead?.() !== true) continue;
      this.#free(organizationSlug, holder);
      holder.stop?.();
    }
  }

  /** Waits for a slot, and takes it. Rejects with the signal's reason if it aborts first. */
  wait(organizationSlug: string, signal?: AbortSignal): Promise<Release> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const taken = this.take(organizationSlug);
    if (taken !== undefined) return Promise.resolve(taken);
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(organizationSlug) ?? new Set();
      this.#waiting.set(organizationSlug, waiting);
      const leave = (): void => {
        waiting.delete(start);
        if (waiting.size === 0) this.#waiting.delete(organizationSlug);
        reject(signal?.reason as Error);
        this.#startWaiting();
      };
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve(this.#hold(organizationSlug, {}));
      };
      waiting.add(start);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** Waits for a slot, and runs a task in it. Rejects with the signal's reason if it aborts before the task starts. */
  async run<Result>(
    organizationSlug: string,
    task: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    // On Cloudflare a request cannot wait for the end of another request.
    if (isBoundToRequest) return task();
    const release = await this.wait(organizationSlug, signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  #canHold(organizationSlug: string, canEnd: boolean): boolean {
    const free = this.#most - this.#taken;
    if (free === 0 || this.#countOf(organizationSlug) < this.#share) return free > 0;
    const others = this.#waiting.size - (this.#waiting.has(organizationSlug) ? 1 : 0);
    return others === 0 && (canEnd || free > this.#kept);
  }

  #countOf(organizationSlug: string): number {
    return this.#held.get(organizationSlug)?.size ?? 0;
  }

  #hold(organizationSlug: string, { stop, isDead }: SlotHolder): Release {
    const slot: SlotHolder = { stop, isDead };
    const held = this.#held.get(organizationSlug) ?? new Set();
    this.#held.set(organizationSlug, held.add(slot));
    if (isDead !== undefined) this.#mortal.set(slot, organizationSlug);
    this.#taken++;
    return () => {
      if (this.#free(organizationSlug, slot)) this.#startWaiting();
    };
  }

  #free(organizationSlug: string, slot: SlotHolder): boolean {
    this.#mortal.delete(slot);
    const held = this.#held.get(organizationSlug);
    if (held?.delete(slot) !== true) return false;
    if (held.size === 0) this.#held.delete(organizationSlug);
    this.#taken--;
    return true;
  }

  /** Frees the newest slot of the organization with the most, if that leaves it as many as `organizationSlug` will have. */
  #endOneFor(organizationSlug: string): (() => void) | undefined {
    const own = this.#countOf(organizationSlug);
    if (own >= this.#share) return undefined;
    const [largest] = [...this.#held].toSorted(([, one], [, other]) => other.size - one.size);
    if (largest === undefined || largest[1].size < own + 2) return undefined;
    const [slug, held] = largest;
    const slot = [...held].findLast(({ stop }) => stop !== undefined);
    if (slot !== undefined) this.#free(slug, slot);
    return slot?.stop;
  }

  /** Starts waiting tasks while slots are free for them, one of each organization in turn. */
  #startWaiting(): void {
    for (let next = this.#nextWaiting(); next !== undefined; next = this.#nextWaiting()) next();
  }

  #nextWaiting(): (() => void) | undefined {
    for (const [slug, waiting] of this.#waiting) {
      if (!this.#canHold(slug, false)) continue;
      const [start] = waiting;
      if (start === undefined) continue;
      waiting.delete(start);
      this.#waiting.delete(slug);
      if (waiting.size > 0) this.#waiting.set(slug, waiting);
      return start;
    }
    return undefined;
  }
}
