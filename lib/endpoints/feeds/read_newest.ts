import { DamagedRecordError, type OnDamaged } from "../../store/mod.ts";
import { firstPosts, newestFirst, type Organization, type Post, type PostFilter } from "../../content/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import type { ExpiryTrackingReader } from "../expiry_tracking_reader.ts";
import { ProblemError } from "../../problems/problem.ts";

/** Options of {@link readNewest}. */
export interface NewestOptions {
  /** Maximum number of posts. */
  count: number;
  withContent: boolean;
  /** Default: all posts. */
  filter?: PostFilter;
  /** Selects among the posts of the filter. Default: all of them. */
  isWanted?: (post: Post) => boolean;
}

/**
 * Reads the newest posts of an organization for everyone. `readAccess` does not matter, because feed readers send no key.
 *
 * @throws {ProblemError} if the organization has no feeds
 */
export async function readNewest(
  reader: ExpiryTrackingReader,
  organization: Organization,
  { count, withContent, filter = {}, isWanted = () => true }: NewestOptions,
  deps: EndpointDeps,
): Promise<readonly Post[]> {
  const { feeds = false, slug } = organization;
  if (feeds === false) {
    throw new ProblemError("feed-not-found", "The organization in the path has no feeds");
  }
  reader.dependsOn(organization);
  const query = { ...filter, sort: newestFirst(deps.content.source) };
  const posts = await firstPosts(count, async (page) => {
    const found = await reader.listPosts(slug, { ...query, ...page });
    return { ...found, posts: found.posts.filter(isWanted) };
  });
  return withContent ? readContents(reader, posts, slug, deps) : posts;
}

/** Returns the posts. Only posts that everyone may read have their content. */
async function readContents(
  reader: ExpiryTrackingReader,
  listed: readonly Post[],
  organizationSlug: string,
  { options: { readAccess }, onDamaged }: EndpointDeps,
): Promise<Post[]> {
  const isOpen = ({ isAccessibleForFree = true }: Post): boolean =>
    isAccessibleForFree && readAccess === "public";
  const posts = await Promise.all(
    listed.map(async (post) =>
      isOpen(post) && post.html === undefined
        ? readContent(reader, organizationSlug, { post, onDamaged })
        : post,
    ),
  );
  return posts.filter((post) => post !== null).map((post) => (isOpen(post) ? post : withoutContent(post)));
}

/** Reads a post with its content, or returns null if the record is damaged. */
async function readContent(
  reader: ExpiryTrackingReader,
  organizationSlug: string,
  { post, onDamaged }: { post: Post; onDamaged: OnDamaged },
): Promise<Post | null> {
  try {
    return await reader.getPost(organizationSlug, post.slug);
  } catch (error) {
    if (!(error instanceof DamagedRecordError)) throw error;
    onDamaged(error);
    return null;
  }
}

function withoutContent({ html: _html, ...post }: Post): Post {
  return post;
}
