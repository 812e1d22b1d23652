import type { Store } from "../store/mod.ts";
import { credentialLocation } from "./credential.ts";
import { dailyCounter } from "./quota.ts";

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
