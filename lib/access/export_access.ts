import { lastTextOf, listNames, type Store } from "../store/mod.ts";
import { fromRecord } from "../base/key_rate_limit.ts";
import { quotaIdOf } from "./api_keys/api_key_text.ts";
import type { ApiKey } from "./api_keys/api_key.ts";
import { type AuditEntry, auditPrefix } from "./audit.ts";
import { type Credential, credentialLocation } from "./verification/credential.ts";
import { removedKeysPrefix } from "./api_keys/ended_keys.ts";
import type { Invitation } from "./invitations/invitation.ts";
import { type SavedFilter, SavedFilters } from "./users/saved_filters.ts";
import { dailyCounter, dailyRefusals } from "./quota/quota.ts";
import { type Membership, userDirectory, userLocation } from "./users/user.ts";

/** An exported key. Without the hash of its secret, the key cannot be used. */
export type MovedKey = ApiKey & { hash?: string };

/** Usage of the keys that share a quota, on one UTC day. */
export interface MovedUsage {
  /** ID of a key that shares the quota. */
  keyId: string;
  /** The UTC day, such as `2026-11-21`. */
  date: string;
  requests: number;
  /** Requests that got a 429 response, as far as they are written to the store. */
  refusals: number;
}

/** Reads the IDs of all users. */
export async function* readUserIds(store: Store): AsyncGenerator<string> {
  yield* listNames(store, { partition: userDirectory }, "userId");
}

/** Reads a user's audit entries, oldest first. */
export async function* readUserAudit(store: Store, userId: string): AsyncGenerator<AuditEntry> {
  const { partition } = userLocation(userId);
  for await (const { data } of store.listAll<AuditEntry>(partition, { prefix: auditPrefix })) yield data;
}

/** Reads an organization's audit entries, oldest first. */
export async function* readAudit(store: Store, organizationSlug: string): AsyncGenerator<AuditEntry> {
  const entries = store.listAll<AuditEntry>(["org", organizationSlug], { prefix: auditPrefix });
  for await (const { data } of entries) yield data;
}

/** Reads the members of an organization. */
export async function* readMembers(store: Store, organizationSlug: string): AsyncGenerator<Membership> {
  const entries = store.listAll<Membership>(["org", organizationSlug], { prefix: ["member"] });
  for await (const { data } of entries) yield data;
}

/** Reads the saved filters of each member of an organization. */
export async function* readSavedFilters(
  store: Store,
  organizationSlug: string,
): AsyncGenerator<{ userId: string; filters: readonly SavedFilter[] }> {
  const saved = new SavedFilters(store);
  for await (const { userId } of readMembers(store, organizationSlug)) {
    const filters = await saved.all({ organizationSlug, userId });
    if (filters.length > 0) yield { userId, filters };
  }
}

/** Reads the ids of the keys that were removed after their end. */
export async function* readRemovedKeys(store: Store, organizationSlug: string): AsyncGenerator<string> {
  const removed = store.listAll(["org", organizationSlug], { prefix: removedKeysPrefix });
  for await (const { key } of removed) yield lastTextOf(key) ?? "";
}

/** Reads the pending invitations to an organization. */
export async function* readInvitations(store: Store, organizationSlug: string): AsyncGenerator<Invitation> {
  const entries = store.listAll<Invitation>(["org", organizationSlug], { prefix: ["invitation"] });
  for await (const { data } of entries) yield data;
}

/**
 * Reads the keys of an organization, grouped by quota. The first key of each quota comes with the quota's usage, so that an import can
 * restore the counters before a key works. Without hashes, the usage is left out.
 */
export async function* readKeys(
  store: Store,
  organizationSlug: string,
  withHashes: boolean,
): AsyncGenerator<{ key: MovedKey; usage: readonly MovedUsage[] }> {
  let quotaId = "";
  const partition = ["org", organizationSlug];
  const keyIds = listNames(store, { partition, prefix: ["key"] }, "keyId");
  for await (const keyId of keyIds) {
    const [credential] = await store.getReadable<[Credential]>([credentialLocation(keyId)]);
    if (credential === null) continue;
    const { hash, ...record } = credential.data;
    const key = fromRecord(record);
    const isNext = quotaId !== quotaIdOf(key.id);
    quotaId = quotaIdOf(key.id);
    yield {
      key: withHashes ? { ...key, hash } : key,
      usage: withHashes && isNext ? await readMovedUsage(store, key.id) : [],
    };
  }
}

async function readMovedUsage(store: Store, keyId: string): Promise<MovedUsage[]> {
  const { partition } = credentialLocation(keyId);
  const byDate = new Map<string, MovedUsage>();
  for (const [field, counter] of [
    ["requests", dailyCounter],
    ["refusals", dailyRefusals],
  ] as const) {
    const prefix = counter(0).key.slice(0, 1);
    for await (const { key, data } of store.listAll<{ sum: number }>(partition, { prefix })) {
      const date = key.slice(-"2026-11-21".length);
      const usage = byDate.get(date) ?? { keyId, date, requests: 0, refusals: 0 };
      byDate.set(date, { ...usage, [field]: data.sum });
    }
  }
  return [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
}
