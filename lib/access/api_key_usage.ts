import type { Store } from "../store/mod.ts";
import { credentialLocation } from "./credential.ts";
import { dailyCounter, dailyRefusals } from "./quota.ts";

/** What a key was used for, read from the counters of its quota: nothing is written to know it. */
export interface Usage {
  /** Requests on this UTC day. */
  requestsToday: number;
  /** The last UTC day with a request, `2026-11-21`; left out when there was none in the last 40 days. */
  lastUsedOn?: string;
}

/** Reads a key's usage, shared by the keys that were rolled from one another. */
export async function readUsage(store: Store, keyId: string, now: number): Promise<Usage> {
  const { partition } = credentialLocation(keyId);
  const prefix = ["requests"];
  const [latest] = await store.list<{ sum: number }>(partition, { prefix, limit: 1, reverse: true });
  if (latest === undefined) return { requestsToday: 0 };
  const lastUsedOn = latest.key.slice(-"2026-11-21".length);
  const [, today] = dailyCounter(now).key;
  return { requestsToday: lastUsedOn === today ? latest.data.sum : 0, lastUsedOn };
}

/** What the keys of one quota were used for. */
export interface KeyUsage {
  /** The keys that share the quota: a key and those it was rolled to. */
  keyIds: readonly string[];
  /** One entry for each of the last UTC days, today last; days without a request among them. */
  days: readonly DayUsage[];
}

/** Requests on one UTC day. */
export interface DayUsage {
  /** `2026-11-21`. */
  date: string;
  requests: number;
  /** Requests that were answered with 429, as far as they were told to the store. */
  refusals: number;
}

const day = 24 * 60 * 60 * 1000;

/** Reads what the keys of one quota were used for on the last UTC days. */
export async function readDailyUsage(
  store: Store,
  keyIds: readonly [string, ...string[]],
  { days, now }: { days: number; now: number },
): Promise<KeyUsage> {
  const { partition } = credentialLocation(keyIds[0]);
  const times = Array.from({ length: days }, (_, index) => now - (days - 1 - index) * day);
  const counters = times.flatMap((time) => [dailyCounter(time).key, dailyRefusals(time).key]);
  const found = await store.getMany<{ sum: number }[]>(counters.map((key) => ({ partition, key })));
  return {
    keyIds,
    days: times.map((time, index) => ({
      date: new Date(time).toISOString().slice(0, 10),
      requests: found[2 * index]?.data.sum ?? 0,
      refusals: found[2 * index + 1]?.data.sum ?? 0,
    })),
  };
}
