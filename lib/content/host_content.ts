import { type Check, methods, rule } from "../check_options.ts";
import { knownAnswer, callQuestion } from "../store/mod.ts";
import { countListed, tallyListed } from "./host_statistics.ts";
import type { ContentPort } from "./content_port.ts";
import { type ContentSource, postSortFields, type PublicSlugs } from "./content_source.ts";

const checkMethods: Check = methods(
  ["findOrganization", "getPost", "listPosts"] satisfies (keyof ContentSource)[],
  [
    "revision",
    "findMoved",
    "listRedirects",
    "findPublicSlugs",
    "countPosts",
    "tallyPosts",
  ] satisfies (keyof ContentSource)[],
);

const sortFieldsCheck: Check = rule(
  `a list of ${postSortFields.join(", ")}, with createdAt`,
  (value) =>
    Array.isArray(value) &&
    value.includes("createdAt") &&
    value.every((field) => (postSortFields as readonly unknown[]).includes(field)),
);

/** Checks that a host's content source has its methods, and states valid orders. */
export const contentSourceCheck: Check = (value, { action, option }) => {
  checkMethods(value, { action, option });
  const { sortFields } = value as ContentSource;
  if (sortFields !== undefined) sortFieldsCheck(sortFields, { action, option: `${option}.sortFields` });
};

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
    publicityOf: async (organizationSlug, slugs, now) => {
      const found =
        (await source.findPublicSlugs?.(organizationSlug, slugs)) ??
        (await readPublicSlugs(source, organizationSlug, { slugs, now }));
      const publicity = new Map(found.slugs.map((slug) => [slug, true] as const));
      return { publicity, changesAt: found.changesAt ?? Infinity };
    },
    countPosts: async (organizationSlug, filter) =>
      source.countPosts?.(organizationSlug, filter) ?? countListed(source, organizationSlug, filter),
    tallyPosts: async (organizationSlug, field) =>
      source.tallyPosts?.(organizationSlug, field) ?? tallyListed(source, organizationSlug, field),
  };
}

/** Number of posts that are read together. */
const readAtOnce = 20;

/** Time after which a post is read again that is not public yet, in milliseconds. */
const longestUnseen = 60_000;

async function readPublicSlugs(
  source: ContentSource,
  organizationSlug: string,
  { slugs, now }: { slugs: readonly string[]; now: number },
): Promise<PublicSlugs> {
  const found: string[] = [];
  for (let start = 0; start < slugs.length; start += readAtOnce) {
    const asked = slugs.slice(start, start + readAtOnce);
    const posts = await Promise.all(asked.map(async (slug) => source.getPost(organizationSlug, slug)));
    found.push(...posts.flatMap((post) => post?.slug ?? []));
  }
  return found.length === slugs.length ? { slugs: found } : { slugs: found, changesAt: now + longestUnseen };
}
