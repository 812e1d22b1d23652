import { type Check, methods } from "../check_options.ts";
import { knownAnswer, callQuestion } from "../store/mod.ts";
import { countListed, tallyListed } from "./host_statistics.ts";
import type { ContentPort } from "./content_port.ts";
import type { ContentSource } from "./content_source.ts";

/** Checks that a host's content source has its methods. */
export const contentSourceCheck: Check = methods(
  ["findOrganization", "getPost", "listPosts"] satisfies (keyof ContentSource)[],
  ["revision", "findMoved", "listRedirects", "countPosts", "tallyPosts"] satisfies (keyof ContentSource)[],
);

/** Creates the content port of a host's source. */
export function hostContent(source: ContentSource): ContentPort {
  return {
    source,
    organization: (slug) => callQuestion(() => source.findOrganization(slug)),
    post: (organizationSlug, slug) => callQuestion(() => source.getPost(organizationSlug, slug)),
    postRevision: (organizationSlug, slug) =>
      source.revision && callQuestion(() => source.revision?.(organizationSlug, slug)),
    postsRevision: (organizationSlug) =>
      source.revision ? callQuestion(() => source.revision?.(organizationSlug)) : knownAnswer(undefined),
    redirect: () => undefined,
    findMoved: async (organizationSlug, slug) => (await source.findMoved?.(organizationSlug, slug)) ?? null,
    listRedirects: async (organizationSlug, query) =>
      (await source.listRedirects?.(organizationSlug, query)) ?? { redirects: [], next: null },
    countPosts: async (organizationSlug, filter) =>
      source.countPosts?.(organizationSlug, filter) ?? countListed(source, organizationSlug, filter),
    tallyPosts: async (organizationSlug, field) =>
      source.tallyPosts?.(organizationSlug, field) ?? tallyListed(source, organizationSlug, field),
  };
}
