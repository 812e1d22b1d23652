import { BoundedMap } from "../../../base/bounded_map.ts";
import type { Clock } from "../../../base/time/clock.ts";
import { DamagedRecordError, type Store, type StoreAndClock } from "../../../store/mod.ts";
import type { PostStatus } from "../post_forms.ts";
import { matcherOf, type PostListQuery, statusAt } from "./post_list_query.ts";
import {
  draftsVersionKey,
  indexPrefix,
  type PostIndexEntry,
  postsVersionKey,
  publicFrom,
} from "../post_record.ts";
import { isOrganizationSlug } from "../slug.ts";

/** Numbers of the posts that match a filter, by status. */
export interface PostNumbers extends Readonly<Record<PostStatus, number>> {
  /** Posts of every status. */
  all: number;
  /** False if the organization has more than 20,000 posts: then only 20,000 of them are counted. */
  isComplete: boolean;
}

/** Filter of the posts to count. Posts of every status are counted. */
export type PostTotalsFilter = Pick<
  PostListQuery,
  "search" | "section" | "language" | "tag" | "tags" | "notTags" | "createdBy" | "visibleTo"
>;

/** Number of index entries that are read at once to find a public post. */
const firstRead = 50;
/** Number of index entries that are read at once. */
const batchSize = 500;
/** Maximum number of index entries that are read for a number. */
const mostCounted = 20_000;

/** Maximum number of filters whose numbers are cached. */
const mostCached = 1_000;

interface CachedNumbers {
  /** Version of all posts of the organization. */
  version: string;
  /** Time from which a scheduled post is published, in milliseconds since the epoch. */
  changesAt: number;
  numbers: PostNumbers;
}

/** Counts posts by status from their index, and keeps the numbers until a post changes. Reads no post. */
export class PostTotals {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #cached = new BoundedMap<CachedNumbers>(mostCached);

  constructor({ store, clock }: StoreAndClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the numbers of the posts that match a filter. The signal stops the counting. */
  async get(
    organizationSlug: string,
    filter: PostTotalsFilter = {},
    signal?: AbortSignal,
  ): Promise<PostNumbers> {
    if (!isOrganizationSlug(organizationSlug)) return { ...noPosts, isComplete: true };
    const { search, section, language, tag, tags, notTags, createdBy, visibleTo } = filter;
    const labels = [section, language, tag, tags, notTags];
    const key = JSON.stringify([organizationSlug, search, labels, createdBy, visibleTo]);
    const version = await this.#versionOf(organizationSlug);
    const now = this.#clock.now();
    const known = this.#cached.get(key);
    if (known !== undefined && known.version === version && now < known.changesAt) return known.numbers;
    const counted = await this.#count(organizationSlug, filter, { now, signal });
    if (version !== undefined) this.#cached.set(key, { version, ...counted });
    return counted.numbers;
  }

  /** Returns true if an organization has a public post. */
  async hasPublished(organizationSlug: string): Promise<boolean> {
    if (!isOrganizationSlug(organizationSlug)) return false;
    const isMatch = matcherOf({ status: "published" }, this.#clock.now());
    const range = { prefix: indexPrefix("createdAt"), reverse: true };
    const pages = this.#store.listPages<PostIndexEntry>(["org", organizationSlug], range, firstRead);
    for await (const entries of pages) if (entries.some(({ data }) => isMatch(data))) return true;
    return false;
  }

  /** Returns the version of all posts and drafts. Undefined if a record is damaged. */
  async #versionOf(organizationSlug: string): Promise<string | undefined> {
    const partition = ["org", organizationSlug];
    const found = await this.#store.getManyOrDamage<[object, object]>([
      { partition, key: postsVersionKey },
      { partition, key: draftsVersionKey },
    ]);
    const versions = found.map((record) =>
      record instanceof DamagedRecordError ? undefined : (record?.version ?? ""),
    );
    return versions.includes(undefined) ? undefined : versions.join(" ");
  }

  async #count(
    organizationSlug: string,
    filter: PostTotalsFilter,
    { now, signal }: { now: number; signal: AbortSignal | undefined },
  ): Promise<Omit<CachedNumbers, "version">> {
    const isMatch = matcherOf(filter, now);
    const numbers = { ...noPosts, isComplete: true };
    let changesAt = Infinity;
    let read = 0;
    const range = { prefix: indexPrefix("createdAt"), reverse: true };
    const pages = this.#store.listPages<PostIndexEntry>(["org", organizationSlug], range, batchSize);
    for await (const entries of pages) {
      if (read >= mostCounted) {
        numbers.isComplete = false;
        break;
      }
      read += entries.length;
      for (const { data } of entries) {
        if (!isMatch(data)) continue;
        numbers.all++;
        numbers[statusAt(data, now)]++;
        const from = publicFrom(data);
        if (from > now) changesAt = Math.min(changesAt, from);
      }
      signal?.throwIfAborted();
    }
    return { numbers, changesAt };
  }
}

const noPosts = { all: 0, draft: 0, scheduled: 0, published: 0, archived: 0 };
