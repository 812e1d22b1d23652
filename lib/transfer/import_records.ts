import { findUsersByAddress, foldedAddress, type User } from "../access/mod.ts";
import { BoundedTasks } from "../bounded_tasks.ts";
import { type Clock, systemClock } from "../clock.ts";
import { reservePostIds } from "../content/mod.ts";
import { AlreadyExistsError, ContentionError } from "../errors.ts";
import { systemRandomBytes } from "../random.ts";
import {
  type AtomicDriver,
  openStore,
  type RestoreOptions,
  type RestoreOutcome,
  type Storage,
  type Store,
} from "../store/mod.ts";
import { RecordOrder } from "./record_order.ts";
import { restoreItem } from "./restore_item.ts";
import { TransferError } from "./transfer_error.ts";
import type { TransferItem, TransferRecord } from "./transfer_record.ts";

/** What came of records, or would have come of them in a dry run. */
export type OutcomeCounts = Record<RestoreOutcome, number>;

/** What an import of records did. */
export interface TransferSummary extends OutcomeCounts {
  /** The same for each type of record. */
  types: Partial<Record<TransferItem["type"], OutcomeCounts>>;
  /** Keys that came without their hashes: nobody could use them, so they were left out. */
  keysLeftOut: number;
  /**
   * Email addresses of imported users that several users of the store have now. All of these users are kept; `api.users.merge` makes them
   * one. A dry run counts the users of the store, and not those of the records.
   */
  sharedAddresses: number;
  /** False when the import was stopped by its signal. */
  isComplete: boolean;
}

/** Options of {@link importRecords}. */
export interface ImportRecordsOptions {
  /** Writes nothing, and tells what would come of the records. Default: false. */
  dryRun?: boolean;
  /** How many records are written at the same time, 1 to 1000. Default: 64. */
  concurrency?: number;
  /** Stops the import: nothing more is begun, and what was begun is finished. */
  signal?: AbortSignal;
  /** Told of how many records are done. */
  onProgress?: (records: number) => void;
  /** Told of what came of each record. What it throws ends the import. */
  onOutcome?: (item: TransferItem, outcome: RestoreOutcome) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/**
 * Puts the records of an export into a store, as they were: ids and times stay. What the store has beside them stays, too; a post takes
 * the place of the one of its id and the one of its slug, and a key that is revoked or expires sooner in the store stays so. Each record
 * is put whole or not at all. The same again changes nothing, so an import that was stopped or killed is completed by importing again.
 *
 * @throws {TransferError} when the records are no whole export, or the store has something else in their place; it names the line
 * @throws {StoreUnavailableError} when the store does not answer
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

/** Puts records into a store. */
export async function restoreAll(
  store: Store,
  records: AsyncIterable<TransferRecord>,
  options: ImportRecordsOptions & { clock: Clock },
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
  readonly #options: ImportRecordsOptions;
  readonly #restore: RestoreOptions & { now: number };
  readonly #order = new RecordOrder();
  readonly #summary: TransferSummary = {
    ...noOutcomes(),
    types: {},
    keysLeftOut: 0,
    sharedAddresses: 0,
    isComplete: true,
  };
  readonly #tasks: BoundedTasks;
  readonly #sharedAddresses = new Set<string>();
  #reserved = 0;
  #group = "";
  #done = 0;

  constructor(store: Store, options: ImportRecordsOptions & { clock: Clock }) {
    const { concurrency = 64, dryRun = false, clock } = options;
    this.#tasks = new BoundedTasks(concurrency, "Cannot import");
    this.#store = store;
    this.#options = options;
    this.#restore = { dryRun, now: clock.now() };
  }

  async take(record: TransferRecord): Promise<void> {
    this.#order.check(record);
    // Before any post: none that is created meanwhile may take the id of one to come.
    if (record.type === "header") await this.#reserve(record.lastPostId);
    // An export without a snapshot has posts that were created after its header was written.
    if (record.type === "post") await this.#reserve(record.post.id);
    if (record.type === "header" || record.type === "end") return;
    await this.#enter(record);
    const { line } = this.#order;
    await this.#tasks.add(async () => this.#put(record, line));
    this.#tasks.throwFailure();
  }

  async #reserve(postId: number): Promise<void> {
    if (postId <= this.#reserved) return;
    await reservePostIds(this.#store, postId, this.#restore);
    this.#reserved = postId;
  }

  async end(isComplete: boolean): Promise<TransferSummary> {
    await this.settled();
    this.#tasks.throwFailure();
    if (isComplete) this.#order.checkEnd();
    return { ...this.#summary, sharedAddresses: this.#sharedAddresses.size, isComplete };
  }

  /** Waits for what was begun. */
  async settled(): Promise<void> {
    await this.#tasks.settled();
  }

  /** Records of one type of one organization are put together; the next wait for them. */
  async #enter(record: TransferItem): Promise<void> {
    const group = "organizationSlug" in record ? `${record.type} ${record.organizationSlug}` : record.type;
    if (group === this.#group) return;
    await this.settled();
    this.#tasks.throwFailure();
    this.#group = group;
  }

  async #put(record: TransferItem, line: number): Promise<void> {
    try {
      const outcome = await restoreItem(this.#store, record, this.#restore);
      if (outcome === "left-out") this.#summary.keysLeftOut++;
      else this.#count(record, outcome);
      if (record.type === "user") await this.#noteSharedAddress(record.user);
      this.#options.onProgress?.(++this.#done);
    } catch (error) {
      throw withLine(error, line);
    }
  }

  /** After the user is written: of users who are written at the same time, the last one finds the others. */
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

/** What is one record's fault, with its line. */
function withLine(error: unknown, line: number): unknown {
  if (!(error instanceof AlreadyExistsError) && !(error instanceof ContentionError)) return error;
  return new TransferError(error.message, { line, cause: error });
}
