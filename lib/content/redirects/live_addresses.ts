import { DamagedRecordError, dataOf, type Store, type Stored } from "../../store/mod.ts";
import { organizationLocation, type OrganizationRecord } from "../organizations/organizations.ts";
import { isPublic, postKey } from "../posts/post_record.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import type { Site } from "../posts/post_url.ts";
import { addressOn, slugAt } from "./page_addresses.ts";

/** Record of the post whose page has an address, or null if there is no such post. */
export type Holder = Stored<StoredPost> | DamagedRecordError | null;

/** Reads the fields that give the addresses of posts. Without a readable organization, only paths of a single part contain a slug. */
export async function siteOf(store: Store, organizationSlug: string): Promise<Site> {
  return siteIn(await store.getOrDamage<OrganizationRecord>(organizationLocation(organizationSlug)));
}

/** Returns the fields of an organization's record that {@link siteOf} reads. */
export function siteIn(organization: Stored<OrganizationRecord> | DamagedRecordError | null): Site {
  return dataOf(organization) ?? { siteUrl: "https://site.invalid", postUrlTemplate: "/{slug}" };
}

/** Reads the posts whose pages have some addresses, in their normal form. The result has an entry for each slug at an address. */
export async function holdersOf(
  store: Store,
  organizationSlug: string,
  { site, addresses }: { site: Site; addresses: readonly string[] },
): Promise<Map<string, Holder>> {
  const slugs = [...new Set(addresses.flatMap((address) => slugAt(site, address) ?? []))];
  if (slugs.length === 0) return new Map();
  const locations = slugs.map((slug) => ({ partition: ["org", organizationSlug], key: postKey(slug) }));
  const found = await store.getManyOrDamage<StoredPost[]>(locations);
  return new Map(slugs.map((slug, index) => [slug, found[index] ?? null]));
}

/**
 * Returns a function that is true for the address of the page of a public post. A redirect from it would never work. A damaged post counts as
 * public.
 */
export function isLiveOf(
  site: Site,
  holders: ReadonlyMap<string, Holder>,
  now: number,
): (address: string) => boolean {
  return (address) => {
    const holder = holders.get(slugAt(site, address) ?? "") ?? null;
    return holder instanceof DamagedRecordError || (holder !== null && isPublic(holder.data, now));
  };
}

/** The aliases of a post, without the pages of other posts. */
export interface SortedAliases {
  kept: string[];
  /** Addresses of the pages of other public posts, each with the slug of that post. */
  live: { alias: string; slug: string }[];
}

/** Sorts the aliases of a post. */
export async function sortAliases(
  store: Store,
  site: Site,
  post: { organizationSlug: string; slug: string; aliases: readonly string[]; now: number },
): Promise<SortedAliases> {
  const { organizationSlug, aliases, now } = post;
  const addresses = aliases.flatMap((alias) => addressOn(site, alias) ?? []);
  const holders = await holdersOf(store, organizationSlug, { site, addresses });
  const isLive = isLiveOf(site, holders, now);
  const sorted: SortedAliases = { kept: [], live: [] };
  for (const alias of aliases) {
    const address = addressOn(site, alias) ?? "";
    const slug = slugAt(site, address) ?? post.slug;
    if (slug !== post.slug && isLive(address)) sorted.live.push({ alias, slug });
    else sorted.kept.push(alias);
  }
  return sorted;
}
