import {
  dataOf,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
  type Store,
} from "../../store/mod.ts";
import { uncheckedPosts } from "../posts/post_record.ts";
import type { Site } from "../posts/post_url.ts";
import type { RestorePostOptions } from "../restore_content.ts";
import { holdersOf, isLiveOf, siteOf } from "./live_addresses.ts";
import { addressOn } from "./page_addresses.ts";
import {
  redirectIndexKey,
  redirectKey,
  redirectPrefix,
  redirectSets,
  type StoredRedirect,
} from "./redirect_record.ts";

export async function* readRedirects(store: Store, organizationSlug: string): AsyncGenerator<StoredRedirect> {
  const partition = ["org", organizationSlug];
  for await (const { data } of store.listAll<StoredRedirect>(partition, { prefix: redirectPrefix }))
    yield data;
}

/**
 * Restores a redirect from an export, with its address in normal form. It replaces an older redirect from the same address. It is left out if
 * the address is the page of a public post.
 */
export async function restoreRedirect(
  store: Store,
  organizationSlug: string,
  exported: StoredRedirect,
  options: RestorePostOptions,
): Promise<RestoreOutcome | "left-out"> {
  const partition = ["org", organizationSlug];
  const site = await siteOf(store, organizationSlug);
  const redirect = normalRedirect(site, exported);
  const { from, id } = redirect;
  const holders = await holdersOf(store, organizationSlug, { site, addresses: [from] });
  const isLive = isLiveOf(site, holders, options.now)(from);
  let ended: StoredRedirect | undefined = isLive ? exported : undefined;
  const key = redirectKey(from);
  const plan = async (): Promise<RestorePlan> => {
    const current = await store.getOrDamage<StoredRedirect>({ partition, key });
    const former = dataOf(current) ?? redirect;
    const isOther = former.id !== id;
    const isSuperseded = isOther && isNewer(former, redirect);
    // A redirect in normal form replaces the earlier redirect of the store from the same address, as an import does.
    ended = isSuperseded ? exported : isOther && exported.from !== from ? former : undefined;
    if (isSuperseded) return { wanted: redirectSets(former) };
    const indexKey = redirectIndexKey(former);
    const found = isOther ? await store.getOrDamage<object>({ partition, key: indexKey }) : null;
    return {
      wanted: redirectSets(redirect),
      marks: [uncheckedPosts],
      basis: [{ key, found: current }],
      obsolete: found === null ? [] : [{ key: indexKey, found }],
    };
  };
  const outcome = isLive ? "left-out" : await restoreRecords(store, partition, plan, options);
  if (ended !== undefined) options.onLeftOut?.(organizationSlug, ended.from);
  return ended === exported ? "left-out" : outcome;
}

/** Decides between two redirects from one address: the newer one stays. */
export function isNewer(one: StoredRedirect, other: StoredRedirect): boolean {
  return one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
}

/** Returns a redirect with its addresses in normal form. An earlier version accepted addresses without one, which stay. */
export function normalRedirect(site: Site, redirect: StoredRedirect): StoredRedirect {
  const { from, path } = redirect;
  const normal = { ...redirect, from: addressOn(site, from) ?? from };
  return path === undefined ? normal : { ...normal, path: addressOn(site, path) ?? path };
}
