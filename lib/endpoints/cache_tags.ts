import type { PreparedResponse } from "../exchange/mod.ts";
import type { ResolvedOptions } from "../options.ts";

/** Maximum length of a tag. A response has at most five, so the headers stay short. */
const longestTag = 250;

/** A response of an organization: of one post, or of all posts such as a list, a sitemap or a feed. */
export interface Tagged {
  organizationSlug: string;
  /** Slugs of the post: the present one, and the requested one if it is an earlier one. Default: the response is about all posts. */
  slugs?: readonly string[];
  id?: number;
  /** True if the response names other posts. Default: false. */
  namesOthers?: boolean;
}

/** Adds the headers that name the tags of a response, if the option `cache.tags` is on. */
export function withCacheTags(
  response: PreparedResponse,
  tagged: Tagged,
  { cache }: Pick<ResolvedOptions, "cache">,
): PreparedResponse {
  if (!cache.tags) return response;
  const tags = tagsOf(tagged).filter((tag) => tag.length <= longestTag);
  return response.withHeaders({ "cache-tag": tags.join(","), "surrogate-key": tags.join(" ") });
}

/** Returns the tags. They are ASCII without spaces and commas, because the slugs are percent-encoded. */
function tagsOf({ organizationSlug, slugs, id, namesOthers = false }: Tagged): string[] {
  const organization = encodeURIComponent(organizationSlug);
  const own = `org-${organization}`;
  const all = `posts-${organization}`;
  if (slugs === undefined) return [own, all];
  const bySlug = slugs.map((slug) => `post-${organization}-${encodeURIComponent(slug)}`);
  return [own, ...(namesOthers ? [all] : []), ...(id === undefined ? [] : [`post-${id}`]), ...bySlug];
}
