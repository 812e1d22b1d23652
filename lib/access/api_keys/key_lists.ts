import { StoreUnavailableError } from "../../base/errors.ts";
import { hasWords, rangeOfTerm, searchTerms, wordsInKeys } from "../indexed_words.ts";
import { cutPastedKeys } from "../../base/secrets/secret_forms.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import {
  DamagedRecordError,
  eachPage,
  type EntryRange,
  readPage,
  type Store,
  type Stored,
} from "../../store/mod.ts";
import { type ListedApiKey, toApiKey } from "./api_key.ts";
import {
  byQuota,
  dailyUsageIn,
  type KeyUsage,
  type KeyUsagePage,
  readCounters,
  type QuotaCounters,
  readQuotas,
  usageIn,
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
import { quotaIdOf } from "./api_key_text.ts";
import { type User, userLocation } from "../users/user.ts";
import { expiresAtRecord, expiryPrefix, settleExpired, soonExpiry } from "./key_expiries.ts";

/** Filter and page of a list of keys. */
export interface KeyQuery extends PageQuery {
  /**
   * Keys that work, newest first; those that expire within 14 days, the next first; or expired and revoked keys, the last ended first.
   * Default: all keys, sorted by id.
   */
  status?: KeyStatus | "expiring";
  /** Beginnings of words of the name, of the id, or of the value, or a whole key. A key must match all of them. */
  search?: string;
}

/** A page of keys. */
export interface KeyPage {
  keys: ListedApiKey[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** Further data of a page of keys, which is read together with the keys. */
export interface KeyListParts {
  /** Number of the last UTC days whose requests and refusals are read. */
  days?: number;
  /** Names of owners by id that the caller knows. With it, the names of the other owners are read. */
  knownOwners?: ReadonlyMap<string, string>;
}

/** A page of keys with further data. */
export interface KeyPageWithParts extends KeyPage {
  /** The daily usage of the keys. Keys that were rolled from each other share one entry. */
  usage: KeyUsage[];
  /** Names of the owners by id. */
  owners: ReadonlyMap<string, string>;
}

/** Number of keys that an iteration reads at a time. Each of them has 41 counters. */
const iteratedAtOnce = 25;

/** The counters and owners of listed keys. Each is read once, as soon as the id is known. */
class KeyParts {
  readonly counters = new Map<string, QuotaCounters>();
  readonly owners: Map<string, string>;
  readonly #store: Store;
  readonly #period: { now: number; refusalDays: number };
  readonly #hasOwners: boolean;

  constructor(
    store: Store,
    period: { now: number; refusalDays: number },
    knownOwners: ReadonlyMap<string, string> | undefined,
  ) {
    this.#store = store;
    this.#period = period;
    this.#hasOwners = knownOwners !== undefined;
    this.owners = new Map(knownOwners);
  }

  async read(keys: readonly Pick<KeyEntry, "keyId" | "userId">[]): Promise<void> {
    const keyIds = keys.map(({ keyId }) => keyId).filter((keyId) => !this.counters.has(quotaIdOf(keyId)));
    const userIds = this.#hasOwners ? keys.flatMap(({ userId }) => userId ?? []) : [];
    await Promise.all([keyIds.length > 0 && this.#readCounters(keyIds), this.#readNames(userIds)]);
  }

  async #readCounters(keyIds: readonly string[]): Promise<void> {
    for (const [quotaId, counters] of await readCounters(this.#store, keyIds, this.#period)) {
      this.counters.set(quotaId, counters);
    }
  }

  async #readNames(userIds: readonly string[]): Promise<void> {
    const unread = new Set(userIds.filter((id) => !this.owners.has(id)));
    if (unread.size === 0) return;
    const users = await this.#store.getMany<User[]>([...unread].map(userLocation));
    for (const user of users) if (user !== null) this.owners.set(user.data.id, user.data.name);
  }
}

/** The lists of the keys of organizations. A list reads a bounded number of records per page. */
export class KeyLists {
  readonly #deps: KeyIndexDeps & { keyPrefix: string };

  constructor(deps: KeyIndexDeps & { keyPrefix: string }) {
    this.#deps = deps;
  }

  /**
   * Returns a page of the keys of an organization, without their secrets. A page reads at most about 1,000 entries of an index, so it may
   * hold fewer keys than `limit` although more follow.
   */
  async list(organizationSlug: string, query: KeyQuery = {}): Promise<KeyPage> {
    const { keys, next } = await this.listWith(organizationSlug, query, {});
    return { keys, next };
  }

  /** Returns a page of keys as {@link KeyLists.list} does, with their daily usage or the names of their owners. */
  async listWith(
    organizationSlug: string,
    query: KeyQuery,
    { days = 0, knownOwners }: KeyListParts,
  ): Promise<KeyPageWithParts> {
    const { limit = 50, status, search = "", after } = query;
    requirePageLimit("Cannot list the keys", limit);
    const terms = searchTerms(this.#withoutPrefixes(search));
    const isExpiring = status === "expiring";
    const isIndexed = !isExpiring && (status !== undefined || terms.length > 0);
    const { store, clock } = this.#deps;
    const parts = new KeyParts(store, { now: clock.now(), refusalDays: days }, knownOwners);
    if (status === "ended") {
      await ensureKeyIndex(this.#deps, organizationSlug);
      await ignoreUnavailable(settleExpired(this.#deps, organizationSlug, { limit: limit + 1, after }));
    }
    const read = async (): ReturnType<typeof readPage<KeyEntry, Credential>> =>
      readPage<KeyEntry, Credential>(store, ["org", organizationSlug], {
        ranges: this.#rangesOf(status, terms),
        limit,
        after,
        read: async (entries) => {
          // Without a search, nearly all entries of the first batch are shown.
          const isAhead = terms.length === 0 && entries.length <= limit + 1;
          const [shown] = await Promise.all([
            this.#credentialsOf(organizationSlug, entries, { isIndexed, isExpiring, terms }),
            isAhead && parts.read(entries.map(({ data }) => data)),
          ]);
          return shown;
        },
      });
    const [isComplete, first] = await Promise.all([
      !isIndexed || status === "ended" || ensureKeyIndex(this.#deps, organizationSlug),
      read(),
    ]);
    const { items, next } = isComplete ? first : await read();
    await parts.read(items.map(({ id, userId }) => ({ keyId: id, userId })));
    const keys = items.map((credential) => ({
      ...toApiKey(credential),
      ...usageIn(parts.counters, credential.id),
    }));
    const usage = days === 0 ? [] : dailyUsageIn(parts.counters, byQuota(keys.map(({ id }) => id)));
    return { keys, next, usage, owners: parts.owners };
  }

  /**
   * Lists the keys of an organization, without their secrets, page by page.
   *
   * @param query.status `live` for keys that work, or `ended` for revoked and expired keys. Default: all keys.
   */
  async *iterate(
    organizationSlug: string,
    query: Pick<KeyQuery, "status"> = {},
  ): AsyncGenerator<ListedApiKey> {
    if (query.status !== undefined) await ensureKeyIndex(this.#deps, organizationSlug);
    const pages = eachPage(this.#deps.store, (place) =>
      this.list(organizationSlug, { ...query, limit: iteratedAtOnce, ...place }),
    );
    for await (const { keys } of pages) yield* keys;
  }

  /** Returns a page of the daily usage of an organization's keys, by id. Keys that were rolled from each other share one entry. */
  async usage(
    organizationSlug: string,
    { days, limit = 50, after }: { days: number; limit?: number; after?: string },
  ): Promise<KeyUsagePage> {
    requirePageLimit("Cannot list the usage", limit);
    const { quotas, next } = await readQuotas(this.#deps.store, organizationSlug, { limit, after });
    const period = { now: this.#deps.clock.now(), days, refusalDays: days };
    const counters = await readCounters(this.#deps.store, [...quotas.keys()], period);
    return { usage: dailyUsageIn(counters, quotas), next };
  }

  /** Cuts keys and beginnings of keys to the part of the id, by which a key is found. */
  #withoutPrefixes(search: string): string {
    const start = new RegExp(`(?<!\\S)${this.#deps.keyPrefix}_([a-z2-7]{1,16})_?(?!\\S)`, "g");
    return cutPastedKeys(search).replace(start, "$1");
  }

  #rangesOf(status: KeyQuery["status"], terms: readonly string[]): EntryRange[] {
    if (status !== "expiring") return rangesOf(status, terms);
    const now = this.#deps.clock.now();
    return [
      { prefix: expiryPrefix, from: [...expiryPrefix, now + 1], to: [...expiryPrefix, now + soonExpiry] },
    ];
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
