import { listNames, type Store } from "../store/mod.ts";
import { quotaIdOf } from "./api_key_text.ts";
import { type AuditEntry, auditPrefix } from "./audit.ts";
import { type Credential, credentialLocation } from "./credential.ts";
import type { Invitation } from "./invitations.ts";
import { dailyCounter, dailyRefusals } from "./quota.ts";
import { type Membership, userDirectory, userLocation } from "./user.ts";

/** A key as it is moved between stores. Without the hash of its secret nobody can use it. */
export type MovedKey = Omit<Credential, "hash"> & { hash?: string };

/** What the keys of one quota were used for on one UTC day. */
export interface MovedUsage {
  /** One of the keys that share the quota. */
  keyId: string;
  /** `2026-11-21`. */
  date: string;
  requests: number;
  /** Requests that were answered with 429, as far as they were told to the store. */
  refusals: number;
}

/** The ids of all users. */
export async function* readUserIds(store: Store): AsyncGenerator<string> {
  yield* listNames(store, { partition: userDirectory }, "userId");
}

/** What was done to a user, oldest first. */
export async function* readUserAudit(store: Store, userId: string): AsyncGenerator<AuditEntry> {
  const { partition } = userLocation(userId);
  for await (const { data } of store.listAll<AuditEntry>(partition, { prefix: auditPrefix })) yield data;
}

/** What was done to the keys and members of an organization, oldest first. */
export async function* readAudit(store: Store, organizationSlug: string): AsyncGenerator<AuditEntry> {
  const entries = store.listAll<AuditEntry>(["org", organizationSlug], { prefix: auditPrefix });
  for await (const { data } of entries) yield data;
}

/** The members of an organization. */
export async function* readMembers(store: Store, organizationSlug: string): AsyncGenerator<Membership> {
  const entries = store.listAll<Membership>(["org", organizationSlug], { prefix: ["member"] });
  for await (const { data } of entries) yield data;
}

/** The pending invitations to an organization. */
export async function* readInvitations(store: Store, organizationSlug: string): AsyncGenerator<Invitation> {
  const entries = store.listAll<Invitation>(["org", organizationSlug], { prefix: ["invitation"] });
  for await (const { data } of entries) yield data;
}

/**
 * The keys of an organization, those of one quota after each other, and before them what they were used for: a key that works is not to
 * be without its counter. Without hashes there are no counters.
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
    const { hash, ...key } = credential.data;
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
