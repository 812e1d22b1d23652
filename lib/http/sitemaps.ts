import { type ContentSource, type Organization, type Post, postUrl } from "../content/mod.ts";
import {
  lastModified,
  latestModified,
  rootLastModified,
  type SitemapEntry,
  toUrlset,
} from "../sitemap/mod.ts";
import type { ApiRequest } from "./api_request.ts";
import type { ApiHandler, HttpDeps } from "./http_deps.ts";
import { readOrganization } from "./read_organization.ts";
import { lastModifiedHeader, xmlAnswer } from "./answer.ts";

const pageSize = 1000;

/** `GET /api/public/v1/post/{organizationSlug}/sitemap`: the organization's posts. */
export const getPostSitemap: ApiHandler = async (request, deps) => {
  const { organization, posts } = await readPosts(request, deps);
  const now = deps.options.clock.now();
  const modified = lastModifiedHeader(latestModified(posts, now));
  return xmlAnswer(toUrlset(toEntries(organization, posts, now)), modified);
};

/** `GET /api/public/v1/sitemap/{organizationSlug}`: the organization's site, then its posts. */
export const getOrganizationSitemap: ApiHandler = async (request, deps) => {
  const { organization, posts } = await readPosts(request, deps);
  const now = deps.options.clock.now();
  const root = toEntry(`${organization.siteUrl}/`, rootLastModified(posts, now));
  const modified = lastModifiedHeader(latestModified(posts, now));
  return xmlAnswer(toUrlset([root, ...toEntries(organization, posts, now)]), modified);
};

async function readPosts(
  request: ApiRequest,
  deps: HttpDeps,
): Promise<{ organization: Organization; posts: Post[] }> {
  const { organization, result: posts } = await readOrganization(request, deps, {
    isOpen: true,
    read: (organizationSlug) => allPosts(deps.content, organizationSlug),
  });
  return { organization, posts };
}

async function allPosts(content: ContentSource, organizationSlug: string): Promise<Post[]> {
  const posts: Post[] = [];
  let after: string | null | undefined;
  do {
    const query = { sort: "createdAt", limit: pageSize } as const;
    const page = await content.listPosts(organizationSlug, after ? { ...query, after } : query);
    posts.push(...page.posts);
    after = page.next;
  } while (after !== null);
  return posts;
}

function toEntries(organization: Organization, posts: readonly Post[], now: number): SitemapEntry[] {
  return posts.map((post) => toEntry(postUrl(organization, post.slug), lastModified(post, now)));
}

function toEntry(loc: string, lastmod: number | undefined): SitemapEntry {
  return lastmod === undefined ? { loc } : { loc, lastmod };
}
