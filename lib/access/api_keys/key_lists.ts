import { StoreUnavailableError } from "../../base/errors.ts";
import { hasWords, rangeOfTerm, searchTerms, wordsInKeys } from "../indexed_words.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { DamagedRecordError, type EntryRange, readPage, type Stored } from "../../store/mod.ts";
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
import { type Credential, credentialLocation, keyListLocation } from "../verification/credential.ts";
import {
  ensureKeyIndex,
  isIndexedAt,
  type KeyEntry,
  keyEntryPrefixes,
  type KeyIndexDeps,
  type KeyStatus,
  keyStatuses,
  searchedTexts,
  settleKeys,
} from "./key_index.ts";
import { expiresAtRecord, expiryPrefix, settleExpired, soonExpiry } from "./key_expiries.ts";

/** Filter and page of a list of keys. */
export interface KeyQuery extends PageQuery {
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

/** Number of keys that an iteration reads at a time. Each of them has 41 counters. */
const iteratedAtOnce = 25;

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
    requirePageLimit("Cannot list the keys", limit);
    const terms = searchTerms(search);
    const isExpiring = status === "expiring";
    const isIndexed = !isExpiring && (status !== undefined || terms.length > 0);
    if (isIndexed) await ensureKeyIndex(this.#deps, organizationSlug);
    if (status === "ended") {
      await ignoreUnavailable(settleExpired(this.#deps, organizationSlug, { limit: limit + 1, after }));
    }
    const page = {
      ranges: this.#rangesOf(status, terms),
      limit,
      after,
      read: async (entries: readonly Stored<KeyEntry>[]) =>
        this.#credentialsOf(organizationSlug, entries, { isIndexed, isExpiring, terms }),
    };
    const { store } = this.#deps;
    const { items, next } = await readPage<KeyEntry, Credential>(store, ["org", organizationSlug], page);
    return { keys: await this.withUsage(items), next };
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
    requirePageLimit("Cannot list the usage", limit);
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

  #rangesOf(status: KeyQuery["status"], terms: readonly string[]): EntryRange[] {
    if (status !== "expiring") return rangesOf(status, terms);
    const now = this.#deps.clock.now();
    return [
      { prefix: expiryPrefix, from: [...expiryPrefix, now + 1], to: [...expiryPrefix, now + soonExpiry] },
    ];
  }

  async #usageOf(quotas: KeysByQuota, days: number): Promise<KeyUsage[]> {
    const { store, clock } = this.#deps;
    return readDailyUsage(store, quotas, { days, now: clock.now() });
  }

  /** Reads the credentials of entries. Null: the entry is not shown. Wrong entries are replaced. */
  async #credentialsOf(
    organizationSlug: string,
    entries: readonly Stored<KeyEntry>[],
    { isIndexed, isExpiring, terms }: { isIndexed: boolean; isExpiring: boolean; terms: readonly string[] },
  ): Promise<(Credential | null)[]> {
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
      if (record === null || record instanceof DamagedRecordError) return null;
      const { data } = record;
      if (data.organizationSlug !== organizationSlug) return null;
      if (isExpiring && !expiresAtRecord(data, entry.key)) return null;
      if (isIndexed && !isIndexedAt(data, entry, now)) {
        misplaced.push(data);
        stale.push(entry.key);
        return null;
      }
      return isFirstEntry(data, entry.data, terms) && hasWords(searchedTexts(data), terms) ? data : null;
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
}

/** Returns the ranges that hold all keys of a list, in their order. A search reads the entries of its longest word. */
function rangesOf(status: KeyStatus | undefined, [longest]: readonly string[]): EntryRange[] {
  if (status === undefined && longest === undefined) return [{ prefix: ["key"] }];
  const statuses = status === undefined ? keyStatuses : [status];
  return statuses.map((one) => {
    const { byTime, byWord } = keyEntryPrefixes[one];
    return longest === undefined ? { prefix: byTime, reverse: true } : rangeOfTerm(byWord, longest);
  });
}

/** True for the first entry of a key in a range. The name `deploy deployment` has two entries that begin with `dep`. */
function isFirstEntry(credential: Credential, { word }: KeyEntry, [longest]: readonly string[]): boolean {
  if (longest === undefined || word === undefined) return true;
  return wordsInKeys(searchedTexts(credential), longest)[0] === word;
}

/** Ignores that the store is read-only. A list then shows the keys of its index. */
async function ignoreUnavailable(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}
