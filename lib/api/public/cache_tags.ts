import { wellFormed } from "../../base/text/well_formed.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import type { ApiOptions } from "../api_options.ts";

/** Maximum length of a tag. */
const longestTag = 250;

/** Maximum length of the tags of other posts together, so that the headers stay short. The tag of all posts covers the rest. */
const longestOthers = 1000;

/** A response of an organization: of one post, or of all posts such as a list, a sitemap or a feed. */
export interface Tagged {
  organizationSlug: string;
  /** Slugs of the post: the present one, and the requested one if it is an earlier one. Default: the response is about all posts. */
  slugs?: readonly string[];
  id?: number;
  /** True if the response depends on other posts. Default: false. */
  namesOthers?: boolean;
  /** Slugs of the other posts that the response names. Default: none. */
  others?: readonly string[];
}

/** Adds the headers that name the tags of a response, if the option `cache.tags` is on. */
export function withCacheTags(
  response: PreparedResponse,
  tagged: Tagged,
  { cache }: Pick<ApiOptions, "cache">,
): PreparedResponse {
  if (!cache.tags) return response;
  const tags = tagsOf(tagged).filter((tag) => tag.length <= longestTag);
  return response.withHeaders({ "cache-tag": tags.join(","), "surrogate-key": tags.join(" ") });
}

/** Returns the tags. They are ASCII without spaces and commas, because the slugs are percent-encoded. */
function tagsOf({ organizationSlug, slugs, id, namesOthers = false, others = [] }: Tagged): string[] {
  const organization = encodeURIComponent(organizationSlug);
  const own = `org-${organization}`;
  const all = `posts-${organization}`;
  if (slugs === undefined) return [own, all];
  const bySlug = (named: readonly string[]): string[] =>
    named.map((slug) => `post-${organization}-${encodeURIComponent(slug)}`);
  const ofPost = [...(id === undefined ? [] : [`post-${id}`]), ...bySlug(slugs)];
  let length = 0;
  // A host's slug may contain lone surrogates, which cannot be percent-encoded.
  const sendable = others.filter((slug) => wellFormed(slug) === slug);
  const ofOthers = bySlug(sendable).filter((tag) => (length += tag.length + 1) <= longestOthers);
  return [own, ...(namesOthers ? [all] : []), ...ofPost, ...ofOthers];
}
