import { ensureKeyIndex, indexAccess } from "../../access/mod.ts";
import type { Awaitable } from "../../base/awaitable.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import { bindAllReferences, indexPosts, normalizeRedirects, organizationSlugs } from "../../content/mod.ts";
import { StoreUnavailableError, UnknownSchemaVersionError } from "../../base/errors.ts";
import { requestDueRecords } from "../../events/mod.ts";
import {
  type AtomicDriver,
  type AtomicOperations,
  DamagedRecordError,
  isNewStore,
  recount,
  Store,
  StoreReplacedError,
  storeVersion,
  versionAddress,
  writeStoreVersion,
} from "../../store/mod.ts";
import { normalizeNames, normalizeUserNames } from "./normalize_names.ts";
import { slugsWithWebhooks, webhookKind } from "../../webhooks/mod.ts";

/**
 * Converts a store of one version to the next. It may run again after a crash, and in several processes concurrently. It must
 * therefore skip records that already have the next version. It calls `report` with each change that loses data.
 */
export type SchemaUpgrade = (
  atomic: AtomicOperations,
  clock: Clock,
  report: (text: string) => void,
) => Promise<void>;

/** Options of {@link upgradeStore}. */
export interface UpgradeStoreOptions {
  /** Called before the first record of a new store is written. If it throws, the store stays empty. */
  onNew?: () => Awaitable<void>;
  /** Called before the first change. If it throws, the store stays unchanged. */
  onUpgrade?: (versions: { from: number; to: number }) => void | Promise<void>;
  /** Called with a text about each record that a step removes, because records of the next version exclude it. */
  onLoss?: (text: string) => void;
  /** The step from each version to the next. Default: the steps of this version of Postern. */
  upgrades?: ReadonlyMap<number, SchemaUpgrade>;
  /** The version to upgrade to. Default: the version of stores of this version of Postern. */
  version?: number;
  /** Default: the system's clock. */
  clock?: Clock;
}

/** Steps of this version of Postern. */
const ownUpgrades: ReadonlyMap<number, SchemaUpgrade> = new Map([
  [1, indexAllPosts],
  [2, normalizeRecords],
]);

/**
 * Upgrades a store that an older version of Postern wrote, step by step. Call it before you use the store. The commands do so themselves.
 *
 * @throws {UnknownSchemaVersionError} if a later version of Postern wrote the store
 * @throws {StoreUnavailableError} if the store does not respond
 *
 * @example
 * ```ts
 * import { upgradeStore } from "postern/moving";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const storage = memoryDriver();
 * await upgradeStore(storage, { onUpgrade: ({ from, to }) => console.log(`upgrading from ${from} to ${to}`) });
 * ```
 */
export async function upgradeStore(
  { atomic }: Pick<AtomicDriver, "atomic">,
  {
    onNew,
    onUpgrade,
    onLoss = () => undefined,
    upgrades = ownUpgrades,
    version = storeVersion,
    clock = systemClock,
  }: UpgradeStoreOptions = {},
): Promise<void> {
  const [record] = await answered(async () => atomic.getMany([versionAddress]));
  const from = record ? Number(record.value["version"]) : 1;
  if (!Number.isInteger(from) || from > version) {
    throw new UnknownSchemaVersionError(record?.value["version"], version);
  }
  if (from === version) return;
  if (!record && (await answered(() => isNewStore(atomic)))) {
    await onNew?.();
    return mark(atomic, version);
  }
  await onUpgrade?.({ from, to: version });
  for (let step = from; step < version; step++) {
    const upgrade = upgrades.get(step);
    if (upgrade === undefined) {
      throw new RangeError(`Cannot upgrade the store: there is no step from schema version ${step}`);
    }
    await answered(() => upgrade(atomic, clock, onLoss));
    await mark(atomic, step + 1);
  }
}

async function mark(atomic: AtomicOperations, version: number): Promise<void> {
  await answered(() => writeStoreVersion(atomic, version));
}

async function answered<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof DamagedRecordError || error instanceof StoreReplacedError) throw error;
    throw new StoreUnavailableError(error);
  }
}

/** The step from version 1: gives `changedAt` and the indexes by publication and change to the posts of all organizations. */
async function indexAllPosts(atomic: AtomicOperations, clock: Clock): Promise<void> {
  const store = new Store(atomic, { clock, onDamaged: () => undefined });
  for await (const slug of organizationSlugs(store)) {
    await indexPosts({ store, clock }, slug);
  }
}

/**
 * The step from version 2: normalizes addresses and names, indexes posts by their folded names, binds references, counts webhooks, and
 * indexes keys, members and invitations.
 */
async function normalizeRecords(
  atomic: AtomicOperations,
  clock: Clock,
  report: (text: string) => void,
): Promise<void> {
  const store = new Store(atomic, { clock, onDamaged: () => undefined });
  for await (const slug of organizationSlugs(store)) {
    await normalizeRedirects(store, slug, report);
    await normalizeNames({ store, clock }, slug);
    await bindAllReferences(store, slug);
    await ensureKeyIndex({ store, clock }, slug);
  }
  await requestDueRecords(store);
  await normalizeUserNames(store);
  await countAllWebhooks(store);
  // The names of users are normal now. Other organizations are indexed when their members are first listed.
  for await (const slug of organizationSlugs(store)) {
    await indexAccess(store, slug);
  }
}

/** Counts the webhooks of each organization that has some, also of a host's own organizations. */
async function countAllWebhooks(store: Store): Promise<void> {
  for await (const slug of slugsWithWebhooks(store)) {
    const partition = ["org", slug];
    if (await store.hasAny(partition, webhookKind.prefix)) await recount(store, partition, webhookKind);
  }
}
