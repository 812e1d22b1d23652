import {
  type ContentPort,
  type Organization,
  type PostCount,
  type PostFilter,
  type PostTally,
  type TallyField,
} from "../../content/mod.ts";
import { compareNames, compareTexts, foldText } from "../../fold_text.ts";
import { othersTurn } from "../../others_turn.ts";
import { sortInTurns } from "../../sort_in_turns.ts";
import type { ExpiryTrackingReader } from "../expiry_tracking_reader.ts";
import { type Expiring, StampedCache } from "./stamped_cache.ts";

/** Orders of tallies: by name, or the most frequent first. */
export type TallySort = "name" | "-postCount";

/** The tallies in both orders. */
interface SortedTallies extends Expiring {
  orders: Readonly<Record<TallySort, readonly PostTally[]>>;
}

/** Maximum characters of the cached counts. */
const mostCounts = 1_000_000;
/** Maximum characters of the cached tallies. */
const mostTallies = 10_000_000;

/** Number of names that are folded before other work runs. */
const foldedAtOnce = 5000;

/** The counts and tallies of an organization's public posts. They are computed once until a post changes. */
export class Statistics {
  readonly #content: Pick<ContentPort, "countPosts" | "tallyPosts">;
  readonly #counts = new StampedCache<PostCount>(mostCounts, () => 0);
  readonly #tallies = new StampedCache<SortedTallies>(mostTallies, weightOf);

  constructor(content: Pick<ContentPort, "countPosts" | "tallyPosts">) {
    this.#content = content;
  }

  /** Counts the posts that match a filter. */
  async count(collection: Statistical, filter: PostFilter): Promise<number> {
    const { organization } = collection;
    const { section, language, tags, notTags, author, updatedSince } = filter;
    const name = JSON.stringify([section, language, tags, notTags, author, updatedSince]);
    const compute = (): Promise<PostCount> => this.#content.countPosts(organization.slug, filter);
    const { count, changesAt = Infinity } = await this.#counts.get(placeOf(collection, name), compute);
    collection.reader.changesAt(changesAt);
    return count;
  }

  /** Returns every tag or author with its number of posts. */
  async tallies(collection: Statistical, field: TallyField, sort: TallySort): Promise<readonly PostTally[]> {
    const { slug } = collection.organization;
    const { orders, changesAt = Infinity } = await this.#tallies.get(placeOf(collection, field), async () => {
      const { tallies, ...rest } = await this.#content.tallyPosts(slug, field);
      return { ...rest, orders: await sorted(tallies) };
    });
    collection.reader.changesAt(changesAt);
    return orders[sort];
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

/** Position of a tally in both orders. */
type Place = Pick<PostTally, "name" | "postCount">;

/** Compares two tallies in an order. Names that differ only in case or form are neighbours. */
export function compareTallies(sort: TallySort, one: Place, other: Place): number {
  if (sort === "-postCount" && one.postCount !== other.postCount) return other.postCount - one.postCount;
  return compareNames(one.name, other.name);
}

async function sorted(tallies: readonly PostTally[]): Promise<SortedTallies["orders"]> {
  const named: { tally: PostTally; key: string }[] = [];
  for (const tally of tallies) {
    named.push({ tally, key: foldText(tally.name) });
    if (named.length % foldedAtOnce === 0) await othersTurn();
  }
  const inOrder = await sortInTurns(
    named,
    (one, other) => compareTexts(one.key, other.key) || compareTexts(one.tally.name, other.tally.name),
  );
  const byName = inOrder.map(({ tally }) => tally);
  // The sort is stable, so entries with equal counts stay in the order of their names.
  const byCount = await sortInTurns(byName, (one, other) => other.postCount - one.postCount);
  return { name: byName, "-postCount": byCount };
}

function weightOf({ orders }: SortedTallies): number {
  return orders.name.reduce((sum, { name }) => sum + name.length + 50, 0);
}
