import type { KeyPart, Store } from "../../store/mod.ts";
import { quotaIdOf } from "./api_key_text.ts";
import { credentialLocation } from "../verification/credential.ts";
import { dailyCounter, dailyRefusals, keptDays } from "../quota/quota.ts";

/** Usage of a key. It is derived from the counters of the key's quota, so it needs no extra writes. */
export interface Usage {
  /** Requests on the current UTC day. */
  requestsToday: number;
  /** The last UTC day with a request, such as `2026-11-21`. Absent if the key was not used in the last 40 days. */
  lastUsedOn?: string;
}

/** The counters of a quota, one for each kept UTC day, today last. Undefined: nothing was counted on this day. */
export interface QuotaCounters {
  dates: readonly string[];
  requests: readonly (number | undefined)[];
  /** Refusals on the last of the days. */
  refusals: readonly (number | undefined)[];
}

/** The counters of quotas by id. */
export type Counters = ReadonlyMap<string, QuotaCounters>;

/**
 * Reads the counters of keys, in one query. A key and the keys it was rolled to share them.
 *
 * @param refusalDays number of days with refusals. Default: refusals are not read.
 */
export async function readCounters(
  store: Store,
  keyIds: readonly string[],
  { now, days = keptDays + 1, refusalDays = 0 }: { now: number; days?: number; refusalDays?: number },
): Promise<Counters> {
  const quotaIds = [...new Set(keyIds.map(quotaIdOf))];
  const dates = datesOf({ days, now });
  const refused = refusalDays === 0 ? [] : dates.slice(-refusalDays);
  const keys = [
    ...dates.map(({ time }) => dailyCounter(time).key),
    ...refused.map(({ time }) => dailyRefusals(time).key),
  ];
  const sums = await readSums(store, quotaIds, keys);
  return new Map(
    quotaIds.map((quotaId, index) => {
      const own = sums.slice(index * keys.length, (index + 1) * keys.length);
      const requests = own.slice(0, dates.length);
      return [quotaId, { dates: dates.map(({ date }) => date), requests, refusals: own.slice(dates.length) }];
    }),
  );
}

/** Returns the usage of a key whose counters were read. */
export function usageIn(counters: Counters, keyId: string): Usage {
  const { dates = [], requests = [] } = counters.get(quotaIdOf(keyId)) ?? {};
  const lastUsedOn = dates[requests.findLastIndex((sum) => sum !== undefined)];
  const requestsToday = requests.at(-1) ?? 0;
  return lastUsedOn === undefined ? { requestsToday } : { requestsToday, lastUsedOn };
}

/** Returns the daily usage of keys whose counters were read with their refusals. */
export function dailyUsageIn(counters: Counters, quotas: KeysByQuota): KeyUsage[] {
  return [...quotas].map(([quotaId, ids]) => {
    const { dates = [], requests = [], refusals = [] } = counters.get(quotaId) ?? {};
    const first = dates.length - refusals.length;
    const days = refusals.map((refused, day) => ({
      date: dates[first + day] ?? "",
      requests: requests[first + day] ?? 0,
      refusals: refused ?? 0,
    }));
    const more = ids.length > mostNamed ? { moreKeys: true as const } : {};
    return { keyIds: ids.slice(0, mostNamed), ...more, days };
  });
}

/** Usage of the keys that share a quota. */
export interface KeyUsage {
  /** The keys that share the quota: a key and those it was rolled to. At most 100, by id. */
  keyIds: readonly string[];
  /** Present if the quota has more keys than `keyIds` names. */
  moreKeys?: true;
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

/** A page of the usage of keys. */
export interface KeyUsagePage {
  usage: KeyUsage[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** The ids of keys by the quota that they share. */
export type KeysByQuota = ReadonlyMap<string, readonly string[]>;

const day = 24 * 60 * 60 * 1000;
/** Keys of a quota that an entry names. A key that is rolled every day has more. */
const mostNamed = 100;
/** Number of entries of the list of keys that are read in one batch. */
const readAtOnce = 101;
/** Sorts after every character of an id. */
const lastCharacter = "\u{10ffff}";

/** Groups the ids of keys by quota. */
export function byQuota(keyIds: readonly string[]): KeysByQuota {
  const quotas = new Map<string, string[]>();
  for (const keyId of keyIds) {
    const quotaId = quotaIdOf(keyId);
    const ids = quotas.get(quotaId);
    if (ids === undefined) quotas.set(quotaId, [keyId]);
    else ids.push(keyId);
  }
  return quotas;
}

/** Reads a page of the quotas of an organization, by id. The keys of a quota are neighbors in the list of keys. */
export async function readQuotas(
  store: Store,
  organizationSlug: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ quotas: KeysByQuota; next: string | null }> {
  const quotas = new Map<string, string[]>();
  const turns = store.turns();
  let from = ["key", after === undefined ? "" : after + lastCharacter];
  for (;;) {
    if (turns.isOver) await turns.next();
    const options = { prefix: ["key"], from, limit: readAtOnce };
    const entries = await store.list<{ keyId: string }>(["org", organizationSlug], options);
    let isCut = false;
    for (const { data } of entries) {
      const quotaId = quotaIdOf(data.keyId);
      const ids = quotas.get(quotaId) ?? [];
      const [last] = [...quotas.keys()].slice(-1);
      if (ids.length === 0 && quotas.size === limit) return { quotas, next: last ?? null };
      quotas.set(quotaId, ids);
      ids.push(data.keyId);
      // The rest of a long quota is skipped.
      isCut = ids.length > mostNamed;
      from = ["key", (isCut ? quotaId : data.keyId) + lastCharacter];
      if (isCut) break;
    }
    if (!isCut && entries.length < readAtOnce) return { quotas, next: null };
  }
}

/** Reads each counter of each quota. */
async function readSums(
  store: Store,
  quotaIds: readonly string[],
  counters: readonly KeyPart[][],
): Promise<(number | undefined)[]> {
  const found = await store.getMany<{ sum: number }[]>(
    quotaIds.flatMap((quotaId) => {
      const { partition } = credentialLocation(quotaId);
      return counters.map((key) => ({ partition, key }));
    }),
  );
  return found.map((record) => record?.data.sum);
}

/** Returns the last UTC days, today last. */
function datesOf({ days, now }: { days: number; now: number }): { time: number; date: string }[] {
  return Array.from({ length: days }, (_, index) => {
    const time = now - (days - 1 - index) * day;
    return { time, date: new Date(time).toISOString().slice(0, 10) };
  });
}
