import type { Stored, StoreAndClock } from "../../store/mod.ts";
import { commitCounts, readPostsVersion } from "../posts/lists/posts_version.ts";
import { NameCounts } from "./plan_counts.ts";
import { type DueTally, namesOf, tallyDuePrefix } from "./tally_record.ts";

/** Number of posts that are counted together, and of names after which no further post is added. */
const mostPosts = 50;
const mostNames = 100;

/** Number of attempts while posts change. */
const attempts = 10;

/** Counts the tags and authors of the scheduled posts whose time has come. Concurrent processes count each post once. */
export async function countDue({ store, clock }: StoreAndClock, organizationSlug: string): Promise<void> {
  const partition = ["org", organizationSlug];
  const turns = store.turns();
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (turns.isOver) await turns.next();
    const found = await readPostsVersion(store, organizationSlug);
    const range = { prefix: tallyDuePrefix, to: [...tallyDuePrefix, clock.now() + 1], limit: mostPosts };
    const { posts, names } = firstNames(await store.list<DueTally>(partition, range));
    if (posts.length === 0) return;
    const counts = await store.getManyOrDamage<object[]>(names.keys().map((key) => ({ partition, key })));
    const changes = { ...names.changesOf(counts), deletedEntries: posts };
    if ((await commitCounts(store, organizationSlug, found, changes)).committed) attempt = -1;
  }
}

/** Returns the encoded keys of the first posts, and their names. */
function firstNames(due: readonly Stored<DueTally>[]): { posts: string[]; names: NameCounts } {
  const posts: string[] = [];
  const names = new NameCounts();
  for (const { key, data } of due) {
    if (names.size > mostNames) break;
    posts.push(key);
    names.add(namesOf(data), 1);
  }
  return { posts, names };
}
