import type { Store } from "../store/mod.ts";
import { quotaIdOf } from "./api_key_text.ts";
import { credentialLocation } from "./credential.ts";
import { dailyCounter, dailyRefusals } from "./quota.ts";

/** Usage of a key. It is derived from the counters of the key's quota, so it needs no extra writes. */
export interface Usage {
  /** Requests on the current UTC day. */
  requestsToday: number;
  /** The last UTC day with a request, such as `2026-11-21`. Absent if the key was not used in the last 40 days. */
  lastUsedOn?: string;
}

/** Reads a key's usage. A key and the keys it was rolled to share one usage. */
export async function readUsage(store: Store, keyId: string, now: number): Promise<Usage> {
  const { partition } = credentialLocation(keyId);
  const prefix = ["requests"];
  const [latest] = await store.list<{ sum: number }>(partition, { prefix, limit: 1, reverse: true });
  if (latest === undefined) return { requestsToday: 0 };
  const lastUsedOn = latest.key.slice(-"2026-11-21".length);
  const [, today] = dailyCounter(now).key;
  return { requestsToday: lastUsedOn === today ? latest.data.sum : 0, lastUsedOn };
}

/** Usage of the keys that share a quota. */
export interface KeyUsage {
  /** The keys that share the quota: a key and those it was rolled to. */
  keyIds: readonly string[];
  /** One entry for each of the last UTC days, today last. Days without requests are included. */
  days: readonly DayUsage[];
}

/** Requests on one UTC day. */
export interface DayUsage {
  /** The UTC day, such as `2026-11-21`. */
  date: string;
  requests: number;
  /** Requests that got a 429 response, as far as they are written to the store. */
  refusals: number;
}

const day = 24 * 60 * 60 * 1000;

/** Reads the usage of keys for the last UTC days. Keys that share a quota have one entry. */
export async function readUsageOfKeys(
  store: Store,
  keyIds: readonly string[],
  period: { days: number; now: number },
): Promise<KeyUsage[]> {
  const byQuota = new Map<string, [string, ...string[]]>();
  for (const keyId of keyIds) {
    const quotaId = quotaIdOf(keyId);
    const known = byQuota.get(quotaId);
    if (known === undefined) byQuota.set(quotaId, [keyId]);
    else known.push(keyId);
  }
  const usage: KeyUsage[] = [];
  const turns = store.turns();
  for (const ids of byQuota.values()) {
    if (turns.isOver) await turns.next();
    usage.push(await readDailyUsage(store, ids, period));
  }
  return usage;
}

/** Reads the usage of the keys that share a quota, for the last UTC days. */
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
