import type { PublicApi } from "../lib/mod.ts";

/**
 * Waits until an API has no background work, and no work is due by its clock: events, webhooks, counts, search indexes. Otherwise, an event of
 * an earlier step can be written during a later step, because events wait up to 100 ms of real time.
 */
export async function untilIdle({ events, options }: Pick<PublicApi, "events" | "options">): Promise<void> {
  for (let round = 0; round < 100; round++) {
    const { nextAt } = await events.deliver();
    await events.settle();
    if ((nextAt ?? Infinity) > options.clock.now()) return;
  }
  throw new Error("The API has background work without an end");
}
