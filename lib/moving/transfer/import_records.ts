import { findUsersByAddress, foldedAddress, type User } from "../../access/mod.ts";
import { BoundedTasks } from "../../base/bounded_tasks.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import {
  bindAllReferences,
  indexPosts,
  leaveOutAliases,
  type PostAddress,
  reservePostIds,
  type RestorePostOptions,
} from "../../content/mod.ts";
import { AlreadyExistsError, ContentionError, StoreLimitError } from "../../base/errors.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import {
  type AtomicDriver,
  openStore,
  type RestoreOutcome,
  type Storage,
  type Store,
} from "../../store/mod.ts";
import { recountWebhooks } from "../../webhooks/mod.ts";
import { nameOfType } from "./count_records.ts";
import { RecordOrder } from "./record_order.ts";
import { restoreItem } from "./restore_item.ts";
import { TransferError } from "./transfer_error.ts";
import type { TransferItem, TransferRecord } from "./transfer_record.ts";

/** Number of records by outcome. In a dry run, the expected outcome. */
export type OutcomeCounts = Record<RestoreOutcome, number>;

/** Result of an import. */
export interface TransferSummary extends OutcomeCounts {
  /** Number of records by type and outcome. */
  types: Partial<Record<TransferItem["type"], OutcomeCounts>>;
  /** Number of keys that were left out because their hashes are missing. */
  keysLeftOut: number;
  /**
   * Aliases and redirects that were left out, sorted: their address is the page of a public post, or a newer redirect has an equivalent address.
   */
  redirectsLeftOut: { organizationSlug: string; from: string }[];
  /**
   * Number of imported email addresses that several users of the store now share. The import keeps all of these users; merge them with
   * `api.users.merge`. A dry run compares only with users in the store.
   */
  sharedAddresses: number;
  /** Numbers of records of the source that the import does not write, by the name of their kind, such as `sessions`. */
  leftBehind: Readonly<Record<string, number>>;
  /** False if the signal stopped the import. */
  isComplete: boolean;
}

/** Options of {@link importRecords}. */
export interface ImportRecordsOptions {
  /** Returns the expected outcome without writing anything. Default: false. */
  dryRun?: boolean;
  /** Maximum number of concurrent writes, 1 to 1000. Default: 64. */
  concurrency?: number;
  /** Stops the import. Pending writes are completed, and no new write is started. */
  signal?: AbortSignal;
  /** Called with the number of imported records so far. */
  onProgress?: (records: number) => void;
  /** Called with the outcome of each record. If it throws, the import ends with that error. */
  onOutcome?: (item: TransferItem, outcome: RestoreOutcome) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/**
 * Imports the records of an export into a store, with their ids and times. Other records of the store stay. A post replaces the posts
 * with the same id or slug. Webhooks of a backup are left behind, because they would receive the events of this store. A key that is revoked or expires earlier in the store stays revoked or keeps its expiry.
 *
 * Each record is written atomically. Importing the same records again changes nothing, so repeat an interrupted import to complete it.
 *
 * @throws {TransferError} with the line, if the export is incomplete, or a record conflicts with the store
 * @throws {StoreUnavailableError} if the store does not respond
 */
export async function importRecords(
  storage: Storage | AtomicDriver,
  records: AsyncIterable<TransferRecord>,
  options: ImportRecordsOptions = {},
): Promise<TransferSummary> {
  const { clock = systemClock } = options;
  const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
  return restoreAll(store, records, { ...options, clock });
}

/** Options of {@link restoreAll}. */
interface RestoreAllOptions extends ImportRecordsOptions {
  clock: Clock;
  /** True to keep the time of the last change of each post. Default: it is the time of the import. */
  keepsChanges?: boolean;
  /** True to write webhooks. Default: false. */
  withWebhooks?: boolean;
}

/** Imports records into an open store. */
export async function restoreAll(
  store: Store,
  records: AsyncIterable<TransferRecord>,
  options: RestoreAllOptions,
): Promise<TransferSummary> {
  const run = new TransferRun(store, options);
  try {
    for await (const record of records) {
      if (options.signal?.aborted) return await run.end(false);
      await run.take(record);
    }
    return await run.end(true);
  } finally {
    await run.settled();
  }
}

class TransferRun {
  readonly #store: Store;
  readonly #options: RestoreAllOptions;
  #restore: RestorePostOptions;
  readonly #order = new RecordOrder();
  readonly #summary: TransferSummary = {
    ...noOutcomes(),
    types: {},
    keysLeftOut: 0,
    redirectsLeftOut: [],
    sharedAddresses: 0,
    leftBehind: {},
    isComplete: true,
  };
  readonly #tasks: BoundedTasks;
  readonly #sharedAddresses = new Set<string>();
  /** Organizations with restored posts. */
  readonly #organizations = new Set<string>();
  /** Organizations with restored webhooks. */
  readonly #ofWebhooks = new Set<string>();
  /** Numbers of items that were left out, by their name. */
  readonly #leftBehind = new Map<string, number>();
  /** Addresses that were left out, by their JSON. */
  readonly #leftOut = new Map<string, TransferSummary["redirectsLeftOut"][number]>();
  /** Posts with aliases that were restored since the last check. */
  #aliased: PostAddress[] = [];
  #reserved = 0;
  #group = "";
  #done = 0;

  constructor(store: Store, options: RestoreAllOptions) {
    const { concurrency = 64, dryRun = false, keepsChanges = false, clock } = options;
    this.#tasks = new BoundedTasks(concurrency, "Cannot import");
    this.#store = store;
    this.#options = options;
    const onLeftOut = (organizationSlug: string, from: string): void =>
      void this.#leftOut.set(JSON.stringify([organizationSlug, from]), { organizationSlug, from });
    const now = clock.now();
    this.#restore = { dryRun, keepsChanges, now, dueUntil: now, onLeftOut };
  }

  async take(record: TransferRecord): Promise<void> {
    this.#order.check(record);
    // Reserved before the first post, so posts that are created during the import get other ids.
    if (record.type === "header") {
      const { lastPostId, exportedAt, dueEventsUntil = exportedAt } = record;
      this.#restore = { ...this.#restore, dueUntil: Date.parse(dueEventsUntil) };
      await this.#reserve(lastPostId);
    }
    // Without a snapshot, an export contains posts that were created after its header.
    if (record.type === "post") await this.#reserve(record.post.id);
    if (record.type === "post" || record.type === "redirect")
      this.#organizations.add(record.organizationSlug);
    if (record.type === "end") this.#noteLeftBehind(record.leftBehind ?? {});
    if (record.type === "header" || record.type === "end") return;
    if (record.type === "webhook" && this.#options.withWebhooks !== true) {
      this.#noteLeftBehind({ [nameOfType(record.type)]: 1 });
      return;
    }
    if (record.type === "webhook") this.#ofWebhooks.add(record.organizationSlug);
    await this.#enter(record);
    if (record.type === "post" && record.post.aliases !== undefined) {
      this.#aliased.push({ organizationSlug: record.organizationSlug, slug: record.post.slug });
    }
    const { line } = this.#order;
    await this.#tasks.add(async () => this.#put(record, line));
    this.#tasks.throwFailure();
  }

  #noteLeftBehind(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) {
      this.#leftBehind.set(name, (this.#leftBehind.get(name) ?? 0) + count);
    }
  }

  async #reserve(postId: number): Promise<void> {
    if (postId <= this.#reserved) return;
    await reservePostIds(this.#store, postId, this.#restore);
    this.#reserved = postId;
  }

  async end(isComplete: boolean): Promise<TransferSummary> {
    await this.#settleAliases();
    this.#tasks.throwFailure();
    if (isComplete) this.#order.checkEnd();
    if (!this.#restore.dryRun) await this.#checkIndexes();
    const names = [...this.#leftOut.keys()].toSorted((one, other) => (one < other ? -1 : 1));
    const redirectsLeftOut = names.flatMap((name) => this.#leftOut.get(name) ?? []);
    return {
      ...this.#summary,
      sharedAddresses: this.#sharedAddresses.size,
      redirectsLeftOut,
      leftBehind: Object.fromEntries(this.#leftBehind),
      isComplete,
    };
  }

  /** Records that the indexes have all posts, and binds their references, because no restored record tells it. */
  async #checkIndexes(): Promise<void> {
    const deps = { store: this.#store, clock: this.#options.clock };
    for (const slug of this.#organizations) {
      await indexPosts(deps, slug);
      await bindAllReferences(this.#store, slug);
    }
    for (const slug of this.#ofWebhooks) await recountWebhooks(this.#store, slug);
  }

  /** Waits for all pending writes. */
  async settled(): Promise<void> {
    await this.#tasks.settled();
  }

  /** Waits for pending writes at the start of a new group. Records of one type and organization form a group. */
  async #enter(record: TransferItem): Promise<void> {
    const group = "organizationSlug" in record ? `${record.type} ${record.organizationSlug}` : record.type;
    if (group === this.#group) return;
    await this.#settleAliases();
    this.#tasks.throwFailure();
    this.#group = group;
  }

  /** Waits for pending writes. Then leaves out aliases that are the pages of posts which were restored later. */
  async #settleAliases(): Promise<void> {
    await this.settled();
    const { dryRun, now, onLeftOut } = this.#restore;
    const posts = this.#aliased;
    this.#aliased = [];
    if (dryRun) return;
    for (const post of posts) {
      await this.#tasks.add(async () => {
        for (const alias of await leaveOutAliases(this.#store, post, now)) {
          onLeftOut?.(post.organizationSlug, alias);
        }
      });
    }
    await this.settled();
  }

  async #put(record: TransferItem, line: number): Promise<void> {
    try {
      const outcome = await restoreItem(this.#store, record, this.#restore);
      if (outcome !== "left-out") this.#count(record, outcome);
      else if (record.type === "key") this.#summary.keysLeftOut++;
      if (record.type === "user") await this.#noteSharedAddress(record.user);
      this.#options.onProgress?.(++this.#done);
    } catch (error) {
      throw withLine(error, line);
    }
  }

  /** Counts a shared address. Called after the write, so the last of several concurrent users finds the others. */
  async #noteSharedAddress({ id, email }: User): Promise<void> {
    if (email === undefined) return;
    const users = await findUsersByAddress(this.#store, email);
    if (users.some((user) => user.id !== id)) this.#sharedAddresses.add(foldedAddress(email));
  }

  #count(item: TransferItem, outcome: RestoreOutcome): void {
    const counts = (this.#summary.types[item.type] ??= noOutcomes());
    counts[outcome]++;
    this.#summary[outcome]++;
    this.#options.onOutcome?.(item, outcome);
  }
}

function noOutcomes(): OutcomeCounts {
  return { created: 0, updated: 0, unchanged: 0 };
}

/** Adds the line to an error that one record caused. */
function withLine(error: unknown, line: number): unknown {
  const isOfRecord = [AlreadyExistsError, ContentionError, StoreLimitError].some(
    (kind) => error instanceof kind,
  );
  return isOfRecord && error instanceof Error
    ? new TransferError(error.message, { line, cause: error })
    : error;
}
