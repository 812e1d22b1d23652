import { cursorWatch } from "../../../base/host/cursor_watch.ts";
import {
  firstPosts,
  newestFirst,
  type Organization,
  type Post,
  type PostFilter,
} from "../../../content/mod.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import type { ExpiryTrackingReader } from "../expiry_tracking_reader.ts";
import { leaveOut } from "../read_readable.ts";
import { ProblemError } from "../../../http/mod.ts";

/** Options of {@link readNewest}. */
export interface NewestOptions {
  /** Maximum number of posts. */
  count: number;
  /** Default: all posts. */
  filter?: PostFilter;
  /** Selects among the posts of the filter. Default: all of them. */
  isWanted?: (post: Post) => boolean;
}

/**
 * Reads the newest posts of an organization for everyone, without their content. `readAccess` does not matter, because feed readers send no key.
 *
 * @throws {ProblemError} if the organization has no feeds
 */
export async function readNewest(
  reader: ExpiryTrackingReader,
  organization: Organization,
  { count, filter = {}, isWanted = () => true }: NewestOptions,
  deps: EndpointDeps,
): Promise<readonly Post[]> {
  const { feeds = false, slug } = organization;
  if (feeds === false) {
    throw new ProblemError("feed-not-found", "The organization in the path has no feeds");
  }
  reader.dependsOn(organization);
  const query = { ...filter, sort: newestFirst(deps.content.source) };
  const watch = cursorWatch(slug);
  return firstPosts(count, async (page) => {
    const found = await reader.listPosts(slug, { ...query, ...page });
    watch(found.next);
    return { ...found, posts: found.posts.filter(isWanted) };
  });
}

/** Number of posts whose contents are read together. */
const readAtOnce = 4;

/** Reads posts with the content that everyone may read, few at a time. Leaves out damaged and deleted posts. */
export async function* readContents(
  reader: ExpiryTrackingReader,
  listed: readonly Post[],
  organizationSlug: string,
  deps: Pick<EndpointDeps, "options" | "onDamaged">,
): AsyncGenerator<Post> {
  const { readAccess } = deps.options;
  const isOpen = ({ isAccessibleForFree = true }: Post): boolean =>
    isAccessibleForFree && readAccess === "public";
  for (let start = 0; start < listed.length; start += readAtOnce) {
    const posts = await Promise.all(
      listed
        .slice(start, start + readAtOnce)
        .map(async (post) =>
          isOpen(post) && post.html === undefined
            ? reader.getPost(organizationSlug, post.slug).catch((error: unknown) => leaveOut(error, deps))
            : post,
        ),
    );
    for (const post of posts) if (post !== null) yield isOpen(post) ? post : withoutContent(post);
  }
}

function withoutContent({ html: _html, ...post }: Post): Post {
  return post;
}
