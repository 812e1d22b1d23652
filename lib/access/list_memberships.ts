import type { PageQuery } from "../page_query.ts";
import { requirePageLimit } from "../require_page_limit.ts";
import { scanMatches, type Store } from "../store/mod.ts";
import { membershipLocation } from "./membership_location.ts";
import { organizationsOfUserKey, userLocation } from "./user.ts";

/** Filter and page of a user's organizations. */
export interface OrganizationsOfUserQuery extends PageQuery {
  /** Beginning of the slugs. Default: all organizations. */
  slug?: string;
}

/** Maximum number of entries that one page reads, and the size of a batch. */
const bounds = { mostScanned: 500, batch: 101 };

/** Sorts after every slug that begins with the same characters. */
const afterAllSlugs = "\u{10ffff}";

/** Returns a page of the slugs of the organizations that a user is a member of, sorted. */
export async function listMemberships(
  store: Store,
  userId: string,
  { limit = 50, after, slug = "" }: OrganizationsOfUserQuery,
): Promise<{ slugs: string[]; next: string | null }> {
  requirePageLimit("Cannot list the organizations", limit);
  const prefix = organizationsOfUserKey;
  const range = slug === "" ? {} : { from: [...prefix, slug], to: [...prefix, slug + afterAllSlugs] };
  const joined = new Set<string>();
  type Entry = { organizationSlug: string };
  const { matches, next } = await scanMatches<Entry>(store, userLocation(userId).partition, {
    prefix,
    ...range,
    reverse: false,
    limit,
    after,
    ...bounds,
    prepare: async (entries) => {
      const slugs = entries.map(({ data }) => data.organizationSlug);
      const found = await store.getReadable<object[]>(slugs.map((one) => membershipLocation(userId, one)));
      for (const [index, one] of slugs.entries()) if (found[index] !== null) joined.add(one);
    },
    isMatch: ({ organizationSlug }) => joined.has(organizationSlug),
  });
  return { slugs: matches.map(({ data }) => data.organizationSlug), next };
}
