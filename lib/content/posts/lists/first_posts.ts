import { yieldToEventLoop } from "../../../base/yielding.ts";

/**
 * Returns the first posts of a filtered list. It reads pages until it has enough posts, or no page follows. A page can have fewer posts than
 * its limit although more posts match.
 */
export async function firstPosts<Found>(
  count: number,
  readPage: (page: {
    limit: number;
    after?: string;
  }) => Promise<{ posts: readonly Found[]; next: string | null }>,
): Promise<Found[]> {
  const { posts: first, next: second } = await readPage({ limit: count });
  const found = [...first];
  for (let next = second; next !== null && found.length < count;) {
    await yieldToEventLoop();
    const page = await readPage({ limit: count - found.length, after: next });
    found.push(...page.posts);
    next = page.next;
  }
  return found;
}
