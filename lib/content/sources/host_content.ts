import type { Awaitable } from "../../base/awaitable.ts";
import { type Check, methods, rule } from "../../base/input/check_options.ts";
import { knownAnswer, callQuestion } from "../../store/mod.ts";
import { loadHostParts } from "./load_host_parts.ts";
import type { ContentPort } from "./content_port.ts";
import { type CheckedSource, type ContentSource, postSortFields, sourceFilters } from "./content_source.ts";
import { sourceMethods } from "./checked/load_checks.ts";
import type { MalformedPosts } from "./checked/malformed_posts.ts";
import { slugsToName } from "../references/custom_references.ts";

const checkMethods: Check = methods(sourceMethods.required, sourceMethods.optional);

/** Allows an array of known names that contains each of `required`. */
function namesIn(known: readonly unknown[], required: readonly string[] = []): Check {
  const also = required.length === 0 ? "" : `, with ${required.join(", ")}`;
  return rule(
    `a list of ${known.join(", ")}${also}`,
    (value) =>
      Array.isArray(value) &&
      required.every((name) => value.includes(name)) &&
      value.every((name) => known.includes(name)),
  );
}

const sortFieldsCheck: Check = namesIn(postSortFields, ["createdAt"]);
const filtersCheck: Check = namesIn(sourceFilters);

/** Checks that a host's content source has its methods, and names only orders and filters that exist. */
export const contentSourceCheck: Check = (value, { action, option }) => {
  checkMethods(value, { action, option });
  const { sortFields, filters } = value as ContentSource;
  if (sortFields !== undefined) sortFieldsCheck(sortFields, { action, option: `${option}.sortFields` });
  if (filters !== undefined) filtersCheck(filters, { action, option: `${option}.filters` });
};

/** Creates the content port of a host's source. */
export function hostContent(source: CheckedSource, malformed: MalformedPosts): ContentPort {
  const listed: CheckedSource = {
    ...(source.sortFields && { sortFields: source.sortFields }),
    ...(source.filters && { filters: source.filters }),
    findOrganization: (slug) => source.findOrganization(slug),
    getPost: (organizationSlug, slug) =>
      slugInEitherForm(slug, (form) => source.getPost(organizationSlug, form)),
    listPosts: async (organizationSlug, query) =>
      (await loadHostParts()).filteredSource(source).listPosts(organizationSlug, query),
  };
  return {
    source: listed,
    organization: (slug) => callQuestion(() => listed.findOrganization(slug)),
    post: (organizationSlug, slug) => callQuestion(() => listed.getPost(organizationSlug, slug)),
    postRevision: (organizationSlug, slug) =>
      source.revision &&
      callQuestion(() => slugInEitherForm(slug, (form) => source.revision?.(organizationSlug, form))),
    postsRevision: (organizationSlug) =>
      source.revision ? callQuestion(() => source.revision?.(organizationSlug)) : knownAnswer(undefined),
    redirect: () => undefined,
    findMoved: async (organizationSlug, slug) =>
      (await slugInEitherForm(slug, (form) => source.findMoved?.(organizationSlug, form))) ?? null,
    listRedirects: async (organizationSlug, query) =>
      (await source.listRedirects?.(organizationSlug, query)) ?? { redirects: [], next: null },
    nameReferences: async (organization, { posts, isWhole = false, place, now }) => {
      const publicity = new Map(posts.map(({ slug }) => [slug, true] as const));
      const asked = slugsToName(organization, { posts, isWhole, ...(place && { place }) });
      const slugs = asked.filter((slug) => !publicity.has(slug));
      if (slugs.length === 0) return { posts, publicity, changesAt: Infinity };
      const { readPublicSlugs } = await loadHostParts();
      const found =
        (await source.findPublicSlugs?.(organization.slug, slugs)) ??
        (await readPublicSlugs(source, organization.slug, { slugs, now, malformed }));
      for (const slug of found.slugs) publicity.set(slug, true);
      return { posts, publicity, changesAt: found.changesAt ?? Infinity };
    },
    // The source counts malformed posts, too, but no list has them.
    countPosts: async (organizationSlug, filter) => {
      const { countListed, filteredSource } = await loadHostParts();
      const isExact = !malformed.isAny(organizationSlug);
      const found = isExact ? await filteredSource(source).countPosts(organizationSlug, filter) : undefined;
      return found ?? countListed(listed, organizationSlug, filter);
    },
    tallyPosts: async (organizationSlug, field) => {
      const { tallyListed, withNormalTallies } = await loadHostParts();
      const isExact = !malformed.isAny(organizationSlug);
      const found = isExact ? await source.tallyPosts?.(organizationSlug, field) : undefined;
      return found === undefined ? tallyListed(source, organizationSlug, field) : withNormalTallies(found);
    },
  };
}

/** Queries a source by a slug in Unicode form NFC, as in requests, and then by its form NFD, which names of files may have. */
function slugInEitherForm<Found>(slug: string, find: (form: string) => Awaitable<Found>): Awaitable<Found> {
  const decomposed = slug.normalize("NFD");
  return decomposed === slug ? find(slug) : firstFound([slug, decomposed], find);
}

async function firstFound<Found>(
  [first, second]: readonly [string, string],
  find: (form: string) => Awaitable<Found>,
): Promise<Found> {
  return (await find(first)) ?? find(second);
}
