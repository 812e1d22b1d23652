import { isEqualJson } from "../../base/is_equal_json.ts";
import {
  keysBeside,
  checkOf,
  type DamagedRecordError,
  dataOf,
  type Store,
  type StoreChanges,
  type Stored,
} from "../../store/mod.ts";
import type { Site } from "../posts/post_url.ts";
import { siteOf } from "./live_addresses.ts";
import {
  redirectKey,
  redirectKeys,
  redirectPrefix,
  redirectSets,
  type StoredRedirect,
} from "./redirect_record.ts";
import { isNewer, normalRedirect } from "./transfer_redirects.ts";

/** Number of redirects that are read together. */
const batchSize = 100;

/**
 * Gives the redirects of an organization the normal form of their address. The worker does it again when it completes the redirects of aliases,
 * because an earlier version of Postern may still write. If several have the same form, the newest stays. Redirects in normal
 * form, and those whose address has none, are only read.
 *
 * @param report called with a text about each redirect that ends
 */
export async function normalizeRedirects(
  store: Store,
  organizationSlug: string,
  report: (text: string) => void,
): Promise<void> {
  const partition = ["org", organizationSlug];
  const site = await siteOf(store, organizationSlug);
  const range = { prefix: redirectPrefix, onDamaged: () => undefined };
  for await (const { data } of store.listAll<StoredRedirect>(partition, range, batchSize)) {
    if (data.path === undefined && isEqualJson(normalRedirect(site, data), data)) continue;
    const clash = await moveRedirect(store, organizationSlug, { site, from: data.from });
    if (clash === undefined) continue;
    const { kept, lost } = clash;
    report(
      `The redirect of "${organizationSlug}" from "${lost.from}" to the post ${lost.id} ends, because a newer one from "${kept.from}" leads to the post ${kept.id}`,
    );
  }
}

/** Two redirects from equivalent addresses to different posts. */
interface Clash {
  kept: StoredRedirect;
  lost: StoredRedirect;
}

/** Moves a redirect to the normal form of its address, unless another one has that form already. */
async function moveRedirect(
  store: Store,
  organizationSlug: string,
  { site, from }: { site: Site; from: string },
): Promise<Clash | undefined> {
  const partition = ["org", organizationSlug];
  const read = async (address: string): Promise<Stored<StoredRedirect> | DamagedRecordError | null> =>
    store.getOrDamage<StoredRedirect>({ partition, key: redirectKey(address) });
  return store.writes.repeat(`Cannot normalize the redirect: "${from}"`, async () => {
    const source = await read(from);
    const moved = dataOf(source);
    if (moved === undefined) return undefined;
    const normal = normalRedirect(site, moved);
    // All paths are moved before the redirects of their slugs, which lead to the same post.
    const ofPath = normal.path === undefined ? undefined : dataOf(await read(normal.path));
    const wanted = ofPath?.slug === from ? companionOf(ofPath, from) : normal;
    if (isEqualJson(wanted, moved)) return undefined;
    const target = wanted.from === from ? null : await read(wanted.from);
    const other = dataOf(target);
    const [kept, lost] = other !== undefined && !isNewer(wanted, other) ? [other, moved] : [wanted, other];
    const checks = [checkOf(redirectKey(from), source)];
    if (wanted.from !== from) checks.push(checkOf(redirectKey(wanted.from), target));
    const changes = changesTo(kept, other === undefined ? [moved] : [moved, other]);
    if (!(await store.commit(partition, { ...changes, checks })).committed) return null;
    return lost === undefined || lost.id === kept.id ? undefined : { kept, lost };
  });
}

function companionOf({ slug: _slug, ...ofPath }: StoredRedirect, from: string): StoredRedirect {
  return { ...ofPath, from, path: ofPath.from };
}

function changesTo(
  kept: StoredRedirect,
  former: readonly StoredRedirect[],
): Required<Pick<StoreChanges, "sets" | "deletes">> {
  const sets = redirectSets(kept);
  const distinct = new Map(former.flatMap(redirectKeys).map((key) => [JSON.stringify(key), key]));
  return { sets, deletes: keysBeside([...distinct.values()], sets) };
}
