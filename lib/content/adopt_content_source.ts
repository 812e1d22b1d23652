import { adopt } from "../awaitable.ts";
import { type Check, methods } from "../check_options.ts";
import type { ContentSource } from "./content_source.ts";

/** Checks that a host's content source has its methods. */
export const contentSourceCheck: Check = methods(
  ["findOrganization", "getPost", "listPosts"] satisfies (keyof ContentSource)[],
  ["isUnchanged", "postsVersion", "lastChange"] satisfies (keyof ContentSource)[],
);

/** A host's content source, whatever kind of promise it answers with: a query builder is one of its own. */
export function adoptContentSource(host: ContentSource): ContentSource {
  const source: ContentSource = {
    findOrganization: (organizationSlug) => adopt(host.findOrganization(organizationSlug)),
    getPost: (organizationSlug, slug) => adopt(host.getPost(organizationSlug, slug)),
    listPosts: async (organizationSlug, query) => host.listPosts(organizationSlug, query),
  };
  if (host.isUnchanged) source.isUnchanged = (...asked) => adopt(host.isUnchanged?.(...asked) ?? false);
  if (host.postsVersion) source.postsVersion = (...asked) => adopt(host.postsVersion?.(...asked));
  if (host.lastChange) source.lastChange = () => host.lastChange?.();
  return source;
}
