import {
  type ContentPort,
  type Organization,
  type PostCount,
  type PostFilter,
  type PostTally,
  type TallyField,
  type TallyPage,
  type TallyQuery,
  type TallySort,
} from "../../../content/mod.ts";
import { compareNames, compareTexts, foldText } from "../../../base/text/fold_text.ts";
import { sortInSteps, yieldToEventLoop } from "../../../base/yielding.ts";
import { ProblemError } from "../../../http/mod.ts";
import type { ExpiryTrackingReader } from "../expiry_tracking_reader.ts";
import { type Expiring, StampedCache } from "./stamped_cache.ts";

/** The tallies in both orders. */
interface SortedTallies extends Expiring {
  orders: Readonly<Record<TallySort, readonly PostTally[]>>;
}

/** Maximum characters of the cached counts. */
const mostCounts = 1_000_000;
/** Maximum characters of the cached tallies of a host. A list of tags or authors may have half of it. */
const mostTallies = 10_000_000;
/** Characters of a tally beside its name. */
const charactersBesideName = 50;

/** Number of names that are folded before other work runs. */
const foldedAtOnce = 5000;

/** The parts of the content port that count. */
type Counting = Pick<ContentPort, "countPosts" | "listTallies" | "tallyPosts">;

/**
 * The counts and tallies of an organization's public posts. Counts, and the tallies of a host, are computed once until a post changes. The store
 * has an index of its tallies.
 */
export class Statistics {
  readonly #content: Counting;
  readonly #counts = new StampedCache<PostCount>(mostCounts, () => 0);
  readonly #tallies = new StampedCache<SortedTallies>(mostTallies, weightOf);

  constructor(content: Counting) {
    this.#content = content;
  }

  /** Counts the posts that match a filter. */
  async count(collection: Statistical, filter: PostFilter): Promise<number> {
    const { organization } = collection;
    const { section, language, tags, notTags, author, updatedSince, custom = [] } = filter;
    const fields = custom.map(({ field: { name }, is, from, to }) => [name, is, from, to]);
    const name = JSON.stringify([section, language, tags, notTags, author, updatedSince, fields]);
    const compute = (): Promise<PostCount> => this.#content.countPosts(organization.slug, filter);
    const { count, changesAt = Infinity } =
      (await this.#counts.get(placeOf(collection, name), compute)) ?? (await compute());
    collection.reader.changesAt(changesAt);
    return count;
  }

  /**
   * Returns a page of the tags or authors with their numbers of posts.
   *
   * @throws {ProblemError} with the code `tallies-too-large`, if a host has more tags or authors than are cached
   */
  async tallies(
    collection: Statistical,
    field: TallyField,
    query: TallyQuery,
  ): Promise<Omit<TallyPage, "changesAt">> {
    const { organization, reader } = collection;
    const page = await this.#content.listTallies?.(organization.slug, field, query);
    const { changesAt = Infinity, ...found } = page ?? (await this.#pageOfAll(collection, field, query));
    reader.changesAt(Math.max(changesAt, reader.now));
    return found;
  }

  async #pageOfAll(
    collection: Statistical,
    field: TallyField,
    { sort, limit, after }: TallyQuery,
  ): Promise<TallyPage> {
    const computed = await this.#tallies.get(placeOf(collection, field), async () =>
      this.#sortAll(collection, field),
    );
    if (computed === undefined) {
      const { slug } = collection.organization;
      const reason = `Cannot list the ${field} of "${slug}": they have more than ${mostTallies / 2} characters, ${charactersBesideName} for each and those of its name`;
      throw new ProblemError("tallies-too-large", reason);
    }
    const all = computed.orders[sort];
    const start = after === undefined ? 0 : indexAfter(all, after, sort);
    const { changesAt = Infinity } = computed;
    return { tallies: all.slice(start, start + limit), isLast: start + limit >= all.length, changesAt };
  }

  async #sortAll({ organization: { slug } }: Statistical, field: TallyField): Promise<SortedTallies> {
    const { tallies = [], ...rest } = (await this.#content.tallyPosts?.(slug, field)) ?? {};
    return { ...rest, orders: await sorted(tallies) };
  }
}

/** The organization, and the state of its posts. */
interface Statistical {
  organization: Pick<Organization, "id" | "slug">;
  reader: ExpiryTrackingReader;
  /** Undefined if the state is unknown. */
  stamp: string | undefined;
}

function placeOf(
  { organization, reader, stamp }: Statistical,
  name: string,
): { name: string; stamp: string | undefined; now: number } {
  return { name: `${organization.id} ${name}`, stamp, now: reader.now };
}

/** Returns the index of the first entry after a place. The entry at the place may be gone. */
function indexAfter(all: readonly PostTally[], place: PostTally, sort: TallySort): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = all[middle];
    if (entry !== undefined && compareTallies(sort, entry, place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares two tallies in an order. Names that differ only in case or form are neighbours. */
function compareTallies(sort: TallySort, one: PostTally, other: PostTally): number {
  if (sort === "-postCount" && one.postCount !== other.postCount) return other.postCount - one.postCount;
  return compareNames(one.name, other.name);
}

async function sorted(tallies: readonly PostTally[]): Promise<SortedTallies["orders"]> {
  const named: { tally: PostTally; key: string }[] = [];
  for (const tally of tallies) {
    named.push({ tally, key: foldText(tally.name) });
    if (named.length % foldedAtOnce === 0) await yieldToEventLoop();
  }
  const inOrder = await sortInSteps(
    named,
    (one, other) => compareTexts(one.key, other.key) || compareTexts(one.tally.name, other.tally.name),
  );
  const byName = inOrder.map(({ tally }) => tally);
  // The sort is stable, so entries with equal counts stay in the order of their names.
  const byCount = await sortInSteps(byName, (one, other) => other.postCount - one.postCount);
  return { name: byName, "-postCount": byCount };
}

function weightOf({ orders }: SortedTallies): number {
  return orders.name.reduce((sum, { name }) => sum + name.length + charactersBesideName, 0);
}
