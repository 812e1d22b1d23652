import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { readPage, type Store } from "../../store/mod.ts";
import { organizationsOfUserKey, userLocation } from "../users/user.ts";

/** Filter and page of a user's organizations. */
export interface OrganizationsOfUserQuery extends PageQuery {
  /** Beginning of the slugs. Default: all organizations. */
  slug?: string;
}

/** Sorts after every slug that begins with the same characters. */
const afterAllSlugs = "\u{10ffff}";

/**
 * Returns a page of the organizations that a user is a member of, sorted by slug.
 *
 * @param read returns the item of each slug, or null if the user is not a member
 */
export async function listMemberships<Item>(
  store: Store,
  userId: string,
  { limit = 50, after, slug = "" }: OrganizationsOfUserQuery,
  read: (slugs: readonly string[]) => Promise<readonly (Item | null)[]>,
): Promise<{ items: Item[]; next: string | null }> {
  requirePageLimit("Cannot list the organizations", limit);
  const prefix = organizationsOfUserKey;
  const range = slug === "" ? {} : { from: [...prefix, slug], to: [...prefix, slug + afterAllSlugs] };
  const { partition } = userLocation(userId);
  return readPage<{ organizationSlug: string }, Item>(store, partition, {
    ranges: [{ prefix, ...range }],
    limit,
    after,
    read: async (entries) => read(entries.map(({ data }) => data.organizationSlug)),
  });
}
