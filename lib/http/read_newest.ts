import type { ContentSource, Organization, Post } from "../content/mod.ts";
import type { ApiRequest } from "./api_request.ts";
import type { HttpDeps } from "./http_deps.ts";
import { ProblemError } from "./problem.ts";
import { readOrganization } from "./read_organization.ts";

/** An organization that has feeds, and its newest posts. */
export interface Newest {
  organization: Organization;
  posts: readonly Post[];
}

/**
 * Reads the newest posts of the organization in the path, without a key whatever `readAccess` says: feed readers send none.
 *
 * @param count how many posts at the most
 * @throws {ProblemError} when the organization has no feeds
 */
export async function readNewest(
  request: ApiRequest,
  deps: HttpDeps,
  { count, withContent }: { count: number; withContent: boolean },
): Promise<Newest> {
  const { organization, result: posts } = await readOrganization(request, deps, {
    isOpen: true,
    read: async (slug) => {
      const hasFeeds = (await request.findOrganization(slug))?.feeds ?? false;
      if (hasFeeds === false) return null;
      const listed = await deps.content.listPosts(slug, { sort: "-createdAt", limit: count });
      return withContent ? readContents(listed.posts, slug, deps) : listed.posts;
    },
  });
  if (posts === null) throw new ProblemError("feed-not-found", "The organization in the path has no feeds");
  return { organization, posts };
}

/** The posts with the content of those that everyone may read whole, and of no other. */
async function readContents(
  listed: readonly Post[],
  organizationSlug: string,
  { content, options }: { content: ContentSource; options: HttpDeps["options"] },
): Promise<Post[]> {
  const isOpen = ({ isAccessibleForFree = true }: Post): boolean =>
    isAccessibleForFree && options.readAccess === "public";
  const posts = await Promise.all(
    listed.map(async (post) =>
      isOpen(post) && post.html === undefined ? content.getPost(organizationSlug, post.slug) : post,
    ),
  );
  return posts.filter((post) => post !== null).map((post) => (isOpen(post) ? post : withoutContent(post)));
}

function withoutContent({ html: _html, ...post }: Post): Post {
  return post;
}
