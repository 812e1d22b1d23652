import { StoreUnavailableError } from "../errors.ts";
import { DamagedRecordError, encodeKey, type ListOptions, type Stored } from "../store/mod.ts";
import { type ListedApiKey, toApiKey } from "./api_key.ts";
import {
  byQuota,
  type KeysByQuota,
  type KeyUsage,
  type KeyUsagePage,
  readDailyUsage,
  readQuotas,
  readUsage,
} from "./api_key_usage.ts";
import { type Credential, credentialLocation, keyListLocation } from "./credential.ts";
import {
  ensureKeyIndex,
  isIndexedAt,
  type KeyEntry,
  keyEntryPrefixes,
  type KeyIndexDeps,
  type KeyStatus,
  settleKeys,
} from "./key_index.ts";
import { expiresAtRecord, expiryPrefix, settleExpired, soonExpiry } from "./key_expiries.ts";
import { hasWords, indexedWords, searchedWords } from "./key_words.ts";

/** Filter and page of a list of keys. */
export interface KeyQuery {
  /** 1 to 100. Default: 50. */
  limit?: number;
  /** `next` of the previous page. Default: the first page. */
  after?: string;
  /**
   * Keys that work, newest first; those that expire within 14 days, the next first; or expired and revoked keys, the last ended first.
   * Default: all keys, sorted by id.
   */
  status?: KeyStatus | "expiring";
  /** Beginnings of words of the name, of the id, or of the shown characters of the value. A key must match all of them. */
  search?: string;
}

/** A page of keys. */
export interface KeyPage {
  keys: ListedApiKey[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** Maximum number of entries that one page reads, and the size of a batch. */
const bounds = { mostRead: 1000, batch: 101 };

/** Number of keys that an iteration reads at a time. Each of them has 41 counters. */
const iteratedAtOnce = 25;

/** Sorts after every character of a word. */
const lastCharacter = "\u{10ffff}";

/** A part of an index of keys. */
type KeyRange = Omit<ListOptions, "limit" | "after">;

/** The lists of the keys of organizations. A list reads a bounded number of records per page. */
export class KeyLists {
  readonly #deps: KeyIndexDeps;

  constructor(deps: KeyIndexDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a page of the keys of an organization, without their secrets. A page reads at most about 1,000 entries of an index, so it may
   * hold fewer keys than `limit` although more follow.
   */
  async list(organizationSlug: string, query: KeyQuery = {}): Promise<KeyPage> {
    const { limit = 50, status, search = "", after } = query;
    requireLimit(limit, "keys");
    const searched = searchedWords(search);
    const isExpiring = status === "expiring";
    const isIndexed = !isExpiring && (status !== undefined || searched.length > 0);
    if (isIndexed) await ensureKeyIndex(this.#deps, organizationSlug);
    if (status === "ended") {
      await ignoreUnavailable(settleExpired(this.#deps, organizationSlug, { limit: limit + 1, after }));
    }
    const found: Credential[] = [];
    let last = after;
    const entries = this.#entries(organizationSlug, {
      ranges: this.#rangesOf(status, searched),
      limit,
      after,
    });
    let read = 0;
    for await (const page of entries) {
      const credentials = await this.#credentialsOf(organizationSlug, page, {
        isIndexed,
        isExpiring,
        searched,
      });
      for (const [index, { key }] of page.entries()) {
        const credential = credentials[index];
        if (credential !== undefined && found.length === limit) return this.#pageOf(found, last);
        if (credential !== undefined) found.push(credential);
        last = key;
      }
      read += page.length;
      if (read >= bounds.mostRead) return this.#pageOf(found, last);
    }
    return this.#pageOf(found, undefined);
  }

  /** Lists all keys of an organization, page by page. */
  async *iterate(
    organizationSlug: string,
    query: Pick<KeyQuery, "status"> = {},
  ): AsyncGenerator<ListedApiKey> {
    const turns = this.#deps.store.turns();
    let page: KeyQuery | null = { ...query, limit: iteratedAtOnce };
    while (page !== null) {
      if (turns.isOver) await turns.next();
      const { keys, next } = await this.list(organizationSlug, page);
      yield* keys;
      page = next === null ? null : { ...page, after: next };
    }
  }

  /** Returns a page of the daily usage of an organization's keys, by id. Keys that were rolled from each other share one entry. */
  async usage(
    organizationSlug: string,
    { days, limit = 50, after }: { days: number; limit?: number; after?: string },
  ): Promise<KeyUsagePage> {
    requireLimit(limit, "usage");
    const { quotas, next } = await readQuotas(this.#deps.store, organizationSlug, { limit, after });
    return { usage: await this.#usageOf(quotas, days), next };
  }

  /** Returns the daily usage of these keys of an organization. Keys that were rolled from each other share one entry. */
  async usageOfKeys(
    organizationSlug: string,
    keyIds: readonly string[],
    { days }: { days: number },
  ): Promise<KeyUsage[]> {
    const locations = keyIds.map((keyId) => keyListLocation(organizationSlug, keyId));
    const listed = await this.#deps.store.getManyOrDamage<object[]>(locations);
    return this.#usageOf(byQuota(keyIds.filter((_, index) => listed[index] !== null)), days);
  }

  /** Returns keys with their usage, in one query. */
  async withUsage(credentials: readonly Credential[]): Promise<ListedApiKey[]> {
    const { store, clock } = this.#deps;
    const keyIds = credentials.map(({ id }) => id);
    const usage = await readUsage(store, keyIds, clock.now());
    return credentials.map((credential, index) => ({
      ...toApiKey(credential),
      ...(usage[index] ?? { requestsToday: 0 }),
    }));
  }

  #rangesOf(status: KeyQuery["status"], searched: readonly string[]): KeyRange[] {
    if (status !== "expiring") return rangesOf(status, searched);
    const now = this.#deps.clock.now();
    return [
      { prefix: expiryPrefix, from: [...expiryPrefix, now + 1], to: [...expiryPrefix, now + soonExpiry] },
    ];
  }

  async #usageOf(quotas: KeysByQuota, days: number): Promise<KeyUsage[]> {
    const { store, clock } = this.#deps;
    return readDailyUsage(store, quotas, { days, now: clock.now() });
  }

  /** Reads the entries of several ranges, from the end of the previous page. The first batch suffices if all its keys are shown. */
  async *#entries(
    organizationSlug: string,
    { ranges, limit, after }: { ranges: readonly KeyRange[]; limit: number; after: string | undefined },
  ): AsyncGenerator<Stored<KeyEntry>[]> {
    const { store } = this.#deps;
    const turns = store.turns();
    const current = ranges.findIndex(({ prefix }) => after?.startsWith(`${encodeKey(prefix)}!`) === true);
    let start = current === -1 ? undefined : after;
    let wanted = limit + 1;
    for (const range of ranges.slice(Math.max(current, 0))) {
      for (let isEnd = false; !isEnd; wanted = bounds.batch) {
        if (turns.isOver) await turns.next();
        const options = { ...range, limit: wanted, ...(start === undefined ? {} : { after: start }) };
        const page = await store.list<KeyEntry>(["org", organizationSlug], options);
        isEnd = page.length < wanted;
        start = isEnd ? undefined : page.at(-1)?.key;
        if (page.length > 0) yield page;
      }
    }
  }

  /** Reads the credentials of entries. Undefined: the entry is not shown. Wrong entries are replaced. */
  async #credentialsOf(
    organizationSlug: string,
    entries: readonly Stored<KeyEntry>[],
    {
      isIndexed,
      isExpiring,
      searched,
    }: { isIndexed: boolean; isExpiring: boolean; searched: readonly string[] },
  ): Promise<(Credential | undefined)[]> {
    const { store, clock } = this.#deps;
    const locations = entries.map(({ data }) => credentialLocation(data.keyId));
    const records = await store.getManyOrDamage<Credential[]>(locations);
    const now = clock.now();
    const misplaced: Credential[] = [];
    const stale: string[] = [];
    const gone: Stored<KeyEntry>[] = [];
    const shown = entries.map((entry, index) => {
      const record = records[index] ?? null;
      if (record === null) gone.push(entry);
      if (record instanceof DamagedRecordError) store.report(record);
      if (record === null || record instanceof DamagedRecordError) return undefined;
      const { data } = record;
      if (data.organizationSlug !== organizationSlug) return undefined;
      if (isExpiring && !expiresAtRecord(data, entry.key)) return undefined;
      if (isIndexed && !isIndexedAt(data, entry, now)) {
        misplaced.push(data);
        stale.push(entry.key);
        return undefined;
      }
      return isFirstEntry(data, entry.data, searched) && hasWords(data, searched) ? data : undefined;
    });
    if (misplaced.length > 0) await ignoreUnavailable(settleKeys(this.#deps, misplaced, stale));
    if (isIndexed && gone.length > 0) await ignoreUnavailable(this.#deleteGone(organizationSlug, gone));
    return shown;
  }

  /** Deletes entries of removed keys. A key that is being written has a list entry already. */
  async #deleteGone(organizationSlug: string, entries: readonly Stored<KeyEntry>[]): Promise<void> {
    const { store } = this.#deps;
    const listed = await store.getManyOrDamage<object[]>(
      entries.map(({ data }) => keyListLocation(organizationSlug, data.keyId)),
    );
    const deletedEntries = entries.flatMap(({ key }, index) => (listed[index] === null ? [key] : []));
    if (deletedEntries.length > 0) await store.commit(["org", organizationSlug], { deletedEntries });
  }

  async #pageOf(credentials: readonly Credential[], next: string | undefined): Promise<KeyPage> {
    return { keys: await this.withUsage(credentials), next: next ?? null };
  }
}

/** Returns the ranges that hold all keys of a list, in their order. A search reads the entries of its longest word. */
function rangesOf(status: KeyStatus | undefined, searched: readonly string[]): KeyRange[] {
  const word = rangeWordOf(searched);
  if (status === undefined && word === undefined) return [{ prefix: ["key"] }];
  const statuses: readonly KeyStatus[] = status === undefined ? ["live", "ended"] : [status];
  return statuses.map((one) => {
    const { byTime, byWord: prefix } = keyEntryPrefixes[one];
    if (word === undefined) return { prefix: byTime, reverse: true };
    return { prefix, from: [...prefix, word], to: [...prefix, word + lastCharacter] };
  });
}

function rangeWordOf(searched: readonly string[]): string | undefined {
  return searched.toSorted((one, other) => other.length - one.length)[0];
}

/** True for the first entry of a key in a range. The name `deploy deployment` has two entries that begin with `dep`. */
function isFirstEntry(credential: Credential, { word }: KeyEntry, searched: readonly string[]): boolean {
  const beginning = rangeWordOf(searched);
  if (beginning === undefined || word === undefined) return true;
  return indexedWords(credential).find((one) => one.startsWith(beginning)) === word;
}

/** Ignores that the store is read-only. A list then shows the keys of its index. */
async function ignoreUnavailable(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}

function requireLimit(limit: number, listed: string): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return;
  throw new RangeError(
    `Cannot list the ${listed}: limit must be a whole number from 1 to 100, and is ${limit}`,
  );
}
