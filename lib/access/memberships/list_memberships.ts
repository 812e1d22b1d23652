import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { readPage, type Store } from "../../store/mod.ts";
import { membershipLocation } from "./membership_location.ts";
import { organizationsOfUserKey, userLocation } from "../users/user.ts";

/** Filter and page of a user's organizations. */
export interface OrganizationsOfUserQuery extends PageQuery {
  /** Beginning of the slugs. Default: all organizations. */
  slug?: string;
}

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
  const { partition } = userLocation(userId);
  const { items: slugs, next } = await readPage<{ organizationSlug: string }, string>(store, partition, {
    ranges: [{ prefix, ...range }],
    limit,
    after,
    read: async (entries) => {
      const listed = entries.map(({ data }) => data.organizationSlug);
      const found = await store.getReadable<object[]>(listed.map((one) => membershipLocation(userId, one)));
      return listed.map((one, index) => (found[index] === null ? null : one));
    },
  });
  return { slugs, next };
}
