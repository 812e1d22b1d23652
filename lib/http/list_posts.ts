import { latestModified } from "../sitemap/mod.ts";
import { encodeCursor } from "./cursor.ts";
import type { ApiHandler } from "./http_deps.ts";
import { parseListQuery } from "./list_query.ts";
import { readOrganization } from "./read_organization.ts";
import { toPostItem } from "./represent_post.ts";
import { jsonAnswer, lastModifiedHeader } from "./answer.ts";

/** `GET /api/public/v1/post/{organizationSlug}`: the published posts, a page at a time. */
export const listPosts: ApiHandler = async (request, deps) => {
  const { organization, result: page } = await readOrganization(request, deps, {
    read: async (organizationSlug) => {
      const query = parseListQuery(request.url.searchParams);
      const { posts, next } = await deps.content.listPosts(organizationSlug, query);
      return { posts, nextCursor: next === null ? null : encodeCursor(next, query.sort) };
    },
  });
  const { nextCursor } = page;
  const posts = page.posts.map((post) => toPostItem(organization, post));
  const modified = lastModifiedHeader(latestModified(page.posts, deps.options.clock.now()));
  const headers = nextCursor === null ? modified : { ...modified, link: linkToNext(request.url, nextCursor) };
  return jsonAnswer({ posts, nextCursor }, 200, headers);
};

/** The address of the next page (RFC 8288), relative to the host, since a proxy may have another name for it. */
function linkToNext(url: URL, cursor: string): string {
  const next = new URL(url);
  next.searchParams.set("cursor", cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
