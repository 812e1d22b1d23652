import type { MalformedPosts } from "./checked/malformed_posts.ts";
import type { CheckedSource, PublicSlugs } from "./content_source.ts";

/** Number of posts that are read together. */
const readAtOnce = 20;

/** Time after which a post is read again that is not public yet, in milliseconds. */
const longestStale = 60_000;

/** Returns those of some slugs that public posts have, by reading the posts. */
export async function readPublicSlugs(
  source: CheckedSource,
  organizationSlug: string,
  { slugs, now, malformed }: { slugs: readonly string[]; now: number; malformed: MalformedPosts },
): Promise<PublicSlugs> {
  const found: string[] = [];
  for (let start = 0; start < slugs.length; start += readAtOnce) {
    const asked = slugs.slice(start, start + readAtOnce);
    const posts = await Promise.all(
      asked.map((slug) => malformed.unless(() => source.getPost(organizationSlug, slug))),
    );
    found.push(...posts.flatMap((post) => post?.slug ?? []));
  }
  return found.length === slugs.length ? { slugs: found } : { slugs: found, changesAt: now + longestStale };
}
