import { dataOf, type Store, type StoreChanges } from "../../store/mod.ts";
import type { PostAddress, StoredPost } from "../posts/post_forms.ts";
import { headSetsOf, postIdKey, postKey, uncheckedPosts } from "../posts/post_record.ts";
import type { Site } from "../posts/post_url.ts";
import { siteOf, sortAliases } from "./live_addresses.ts";
import { addressOn } from "./page_addresses.ts";
import type { StoredRedirect } from "./redirect_record.ts";

/**
 * Returns the changes of the posts whose `aliases` contain removed redirects. Without them, an export and import of such a post would bring the
 * redirect back.
 *
 * @param keptId id of a post whose aliases stay
 */
export async function dropAliases(
  store: Store,
  organizationSlug: string,
  { site, removed, keptId }: { site: Site; removed: readonly StoredRedirect[]; keptId?: number | undefined },
): Promise<Required<Pick<StoreChanges, "checks" | "sets">>> {
  const partition = ["org", organizationSlug];
  const aliases = removed.filter(({ id, origin }) => origin === "alias" && id !== keptId);
  const checks: NonNullable<StoreChanges["checks"]>[number][] = [];
  const sets: NonNullable<StoreChanges["sets"]>[number][] = [];
  for (const id of new Set(aliases.map((redirect) => redirect.id))) {
    const place = dataOf(await store.getOrDamage<{ slug: string }>({ partition, key: postIdKey(id) }));
    if (place === undefined) continue;
    const key = postKey(place.slug);
    const [post] = await store.getReadable<[StoredPost]>([{ partition, key }]);
    if (post?.data.id !== id) continue;
    const from = new Set(aliases.filter((redirect) => redirect.id === id).map((redirect) => redirect.from));
    const after = withoutAliases(post.data, (alias) => from.has(addressOn(site, alias) ?? alias));
    if (after === post.data) continue;
    checks.push({ key, version: post.version });
    sets.push(...headSetsOf(after));
  }
  return { checks, sets };
}

/**
 * Removes the aliases of a restored post that are the pages of other public posts. Returns them.
 *
 * @param now milliseconds since the epoch
 */
export async function leaveOutAliases(
  store: Store,
  { organizationSlug, slug }: PostAddress,
  now: number,
): Promise<string[]> {
  const partition = ["org", organizationSlug];
  const key = postKey(slug);
  const [post] = await store.getReadable<[StoredPost]>([{ partition, key }]);
  const { aliases = [] } = post?.data ?? {};
  if (post === null || aliases.length === 0) return [];
  const site = await siteOf(store, organizationSlug);
  const { live } = await sortAliases(store, site, { organizationSlug, slug, aliases, now });
  const left = live.map(({ alias }) => alias);
  if (left.length === 0) return [];
  const sets = [...headSetsOf(withoutAliases(post.data, (alias) => left.includes(alias))), uncheckedPosts];
  const result = await store.commit(partition, { checks: [{ key, version: post.version }], sets });
  return result.committed ? left : [];
}

/** Returns the post without some of its aliases. Returns the same post if nothing changes. */
export function withoutAliases(post: StoredPost, isDropped: (alias: string) => boolean): StoredPost {
  const { aliases = [], ...rest } = post;
  const kept = aliases.filter((alias) => !isDropped(alias));
  if (kept.length === aliases.length) return post;
  return kept.length === 0 ? rest : { ...rest, aliases: kept };
}
