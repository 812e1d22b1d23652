import { cursorWatch } from "../../base/host/cursor_watch.ts";
import { authorNames } from "../../base/text/author_names.ts";
import { toName } from "../../base/text/name.ts";
import { yieldToEventLoop } from "../../base/yielding.ts";
import type { CheckedSource, PostCount, PostFilter, PostTallies, TallyField } from "./content_source.ts";
import type { Post } from "../posts/post_forms.ts";
import { listNamed } from "./named_source.ts";
import { Tallies } from "../tallies/tally_record.ts";

/** Number of posts that are read at once. */
const batchSize = 1000;

/** Counts the posts of a host that match a filter, by reading all of them. */
export async function countListed(
  source: CheckedSource,
  organizationSlug: string,
  filter: PostFilter,
): Promise<PostCount> {
  const { author } = filter;
  let count = 0;
  const changesAt = await walkPosts(source, organizationSlug, {
    filter,
    visit: (post) => {
      if (author === undefined || authorNames(post).includes(author)) count++;
    },
  });
  return { count, changesAt };
}

/** Returns every tag or author of a host's posts, by reading all of them. */
export async function tallyListed(
  source: CheckedSource,
  organizationSlug: string,
  field: TallyField,
): Promise<PostTallies> {
  const tallies = new Tallies();
  const changesAt = await walkPosts(source, organizationSlug, {
    filter: {},
    visit: (post) => tallies.add(field === "tags" ? (post.tags ?? []) : authorNames(post)),
  });
  return { tallies: tallies.list(), changesAt };
}

/** Returns the tallies of a host with normal names, each once. */
export function withNormalTallies({ tallies, ...found }: PostTallies): PostTallies {
  const counts = new Tallies();
  for (const { name, postCount } of tallies) counts.add([toName(name)], postCount);
  return { ...found, tallies: counts.list() };
}

/** Reads all posts of a host that match a filter. Returns the next time at which a page changes without a write, or `Infinity`. */
async function walkPosts(
  source: CheckedSource,
  organizationSlug: string,
  { filter, visit }: { filter: PostFilter; visit: (post: Post) => void },
): Promise<number> {
  const query = { ...filter, sort: "createdAt", limit: batchSize } as const;
  let changesAt = Infinity;
  let after: string | null | undefined;
  const watch = cursorWatch(organizationSlug);
  while (after !== null) {
    const page = await listNamed(source, organizationSlug, after === undefined ? query : { ...query, after });
    for (const post of page.posts) visit(post);
    changesAt = Math.min(changesAt, page.changesAt ?? Infinity);
    after = page.next;
    watch(after);
    if (after !== null) await yieldToEventLoop();
  }
  return changesAt;
}
