import {
  readAudit,
  readInvitations,
  readKeys,
  readMembers,
  readRemovedKeys,
  readSavedFilters,
  readUserAudit,
  readUserIds,
  type User,
  userLocation,
} from "../../access/mod.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import {
  lastPostId,
  readMissedQueries,
  readOrganizations,
  readPosts,
  readPreviewLinks,
  readRedirects,
  readTexts,
  type WholePost,
} from "../../content/mod.ts";
import { noOrganization } from "../../base/errors.ts";
import { dueEventsUntil } from "../../events/mod.ts";
import {
  type AtomicDriver,
  type DamagedRecordError,
  openStore,
  type Storage,
  type Store,
} from "../../store/mod.ts";
import { readInsight } from "../../store/daily_counts/mod.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import { readWebhooks } from "../../webhooks/mod.ts";
import { readFiles } from "../../media/moved_media.ts";
import { countRecords, nameOfType } from "./count_records.ts";
import { type TransferItem, type TransferRecord, transferVersion } from "./transfer_record.ts";

/** Number of keys in a batch. */
const batchSize = 64;

/** Scope of an export. */
export interface ReadOptions {
  /** Slug of one organization to export, with its members. Default: the whole store. */
  organizationSlug?: string;
  /**
   * Includes the hashes of keys and their usage counts, so the keys work after an import, and the hashes of preview links. It also includes the
   * queries without results and the counted requests, whose texts visitors typed. Default: false.
   */
  withHashes?: boolean;
  /** Includes webhooks with their encrypted secrets, as a backup does. Default: false. */
  withWebhooks?: boolean;
  /** Takes each post, after its organization and the redirects. The records then leave posts behind. Default: the records have the posts. */
  onPost?: (post: WholePost) => Promise<void>;
}

/** Options of {@link exportRecords}. */
export interface ExportOptions extends ReadOptions {
  /** Called for each damaged record, which is then skipped. Default: the export fails. */
  onDamaged?: (damage: DamagedRecordError) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/**
 * Reads a store as records: organizations, posts with their history, redirects, texts, files without their bytes, keys, members, invitations, users
 * and audit. The records contain no secrets: no sessions, no sign-in links, hashes only with `withHashes`, and the encrypted secrets of webhooks only with `withWebhooks`.
 * The last record counts the records that are left out, if the driver can list all records.
 *
 * If the driver has snapshots (LMDB, SQLite, PostgreSQL), all records are from one snapshot. With others, only each record is consistent. A post that
 * exists during the whole export is included once; concurrent writes may be included or not.
 *
 * @throws {NotFoundError} if the organization does not exist
 * @throws {DamagedRecordError} if a record cannot be read, unless `onDamaged` is given
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { exportRecords, importRecords } from "postern/moving";
 *
 * const storage = memoryDriver();
 * const api = createPublicApi({ storage });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 *
 * const summary = await importRecords(memoryDriver(), exportRecords(storage));
 * summary.created; // 1
 * ```
 */
export async function* exportRecords(
  storage: Storage | AtomicDriver,
  { clock = systemClock, onDamaged, ...options }: ExportOptions = {},
): AsyncGenerator<TransferRecord> {
  const opening = { deployment: "process", clock, randomBytes: systemRandomBytes } as const;
  const live = openStore(storage, onDamaged === undefined ? opening : { ...opening, onDamaged });
  const snapshot = live.snapshot();
  try {
    const store = snapshot?.store ?? live;
    yield* readRecords(store, { ...options, now: clock.now(), isSnapshot: snapshot !== null });
  } finally {
    snapshot?.release();
  }
}

/** Reads the records of an open store or of a snapshot. */
export async function* readRecords(
  store: Store,
  { now, isSnapshot, ...options }: ReadOptions & { now: number; isSnapshot: boolean },
): AsyncGenerator<TransferRecord> {
  const { organizationSlug, withHashes = false } = options;
  const dueUntil = await dueEventsUntil(store, now);
  yield {
    type: "header",
    format: "postern-export",
    version: transferVersion,
    exportedAt: new Date(now).toISOString(),
    isSnapshot,
    hasHashes: withHashes,
    ...(organizationSlug === undefined ? {} : { organizationSlug }),
    lastPostId: await lastPostId(store),
    ...(dueUntil < now ? { dueEventsUntil: new Date(dueUntil).toISOString() } : {}),
  };
  let records = 0;
  const read = new Map<string, number>();
  for await (const item of itemsOf(store, options)) {
    records++;
    read.set(item.type, (read.get(item.type) ?? 0) + 1);
    yield withSortedParts(item);
  }
  const leftBehind = await countLeftBehind(store, read, organizationSlug);
  yield { type: "end", records, ...(Object.keys(leftBehind).length > 0 ? { leftBehind } : {}) };
}

/** Counts the records of the store that were not read, by the name of their kind. */
async function countLeftBehind(
  store: Store,
  read: ReadonlyMap<string, number>,
  organizationSlug: string | undefined,
): Promise<Record<string, number>> {
  const { items, left } = (await countRecords(store, organizationSlug)) ?? { items: [], left: [] };
  const unread = Array.from(
    items,
    ([type, count]) => [nameOfType(type), count - (read.get(type) ?? 0)] as const,
  );
  const counts = [...left, ...unread].filter(([, count]) => count > 0);
  return Object.fromEntries(counts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function* itemsOf(store: Store, options: ReadOptions): AsyncGenerator<TransferItem> {
  const { organizationSlug } = options;
  let found = 0;
  for await (const organization of readOrganizations(store, organizationSlug)) {
    found++;
    yield { type: "organization", organization };
    yield* organizationItems(store, organization.slug, options);
  }
  if (organizationSlug === undefined) {
    for await (const userId of readUserIds(store)) yield* userItems(store, userId);
  } else if (found === 0) {
    throw noOrganization("Cannot export", organizationSlug);
  } else {
    for await (const { userId } of readMembers(store, organizationSlug)) yield* userItems(store, userId);
  }
}

async function* organizationItems(
  store: Store,
  organizationSlug: string,
  { withHashes = false, withWebhooks = false, onPost }: ReadOptions,
): AsyncGenerator<TransferItem> {
  if (onPost === undefined) {
    for await (const whole of readPosts(store, organizationSlug))
      yield { type: "post", organizationSlug, ...whole };
  }
  for await (const redirect of readRedirects(store, organizationSlug)) {
    yield { type: "redirect", organizationSlug, redirect };
  }
  if (onPost !== undefined) for await (const whole of readPosts(store, organizationSlug)) await onPost(whole);
  if (withHashes) {
    for await (const link of readPreviewLinks(store, organizationSlug)) {
      yield { type: "preview-link", organizationSlug, ...link };
    }
  }
  for await (const text of readTexts(store, organizationSlug)) yield { type: "text", organizationSlug, text };
  for await (const file of readFiles(store, organizationSlug)) yield { type: "file", organizationSlug, file };
  if (withHashes) {
    for await (const day of readMissedQueries(store, organizationSlug)) {
      yield { type: "missed-queries", organizationSlug, day };
    }
    for await (const counts of readInsight(store, organizationSlug)) {
      yield { type: "insight", organizationSlug, counts };
    }
  }
  for await (const entry of readAudit(store, organizationSlug))
    yield { type: "audit", organizationSlug, entry };
  for await (const keyId of readRemovedKeys(store, organizationSlug))
    yield { type: "removed-key", organizationSlug, keyId };
  yield* keyItems(store, organizationSlug, withHashes);
  for await (const member of readMembers(store, organizationSlug))
    yield { type: "member", organizationSlug, member };
  for await (const saved of readSavedFilters(store, organizationSlug))
    yield { type: "saved-filters", organizationSlug, ...saved };
  for await (const invitation of readInvitations(store, organizationSlug))
    yield { type: "invitation", organizationSlug, invitation };
  if (!withWebhooks) return;
  for (const webhook of await readWebhooks(store, organizationSlug))
    yield { type: "webhook", organizationSlug, webhook };
}

/** Reads keys in batches, each after its usage counts. Batches are fast to import, because an import groups records by type. */
async function* keyItems(
  store: Store,
  organizationSlug: string,
  withHashes: boolean,
): AsyncGenerator<TransferItem> {
  let usages: TransferItem[] = [];
  let keys: TransferItem[] = [];
  for await (const { key, usage } of readKeys(store, organizationSlug, withHashes)) {
    usages.push(...usage.map((day) => ({ type: "usage" as const, organizationSlug, usage: day })));
    keys.push({ type: "key", organizationSlug, key });
    if (keys.length < batchSize) continue;
    yield* usages;
    yield* keys;
    usages = [];
    keys = [];
  }
  yield* usages;
  yield* keys;
}

async function* userItems(store: Store, userId: string): AsyncGenerator<TransferItem> {
  const [user] = await store.getReadable<[User]>([userLocation(userId)]);
  if (user === null) return;
  yield { type: "user", user: user.data };
  for await (const entry of readUserAudit(store, userId)) yield { type: "user-audit", userId, entry };
}

/**
 * Sorts the fields of a record's parts by name, so that equal content gives equal text. The record's own fields keep their order, with
 * `type` first.
 */
function withSortedParts<Item extends object>(item: Item): Item {
  return Object.fromEntries(Object.entries(item).map(([name, part]) => [name, sorted(part)])) as Item;
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, part]) => [name, sorted(part)]));
}
