import {
  keysBeside,
  checkOf,
  DamagedRecordError,
  dataOf,
  type Store,
  type StoreChanges,
  type Stored,
} from "../../store/mod.ts";
import { isEqualJson } from "../../base/is_equal_json.ts";
import type { PostWrite } from "../posts/writes/post_events.ts";
import { isPublic, postIdKey, postKey } from "../posts/post_record.ts";
import type { Site } from "../posts/post_url.ts";
import { dropAliases } from "./drop_aliases.ts";
import { addressesAt, addressOn } from "./page_addresses.ts";
import { type Holder, holdersOf, isLiveOf, siteOf } from "./live_addresses.ts";
import {
  redirectKey,
  redirectKeys,
  redirectSets,
  redirectsFor,
  type StoredRedirect,
} from "./redirect_record.ts";

/** Changes of the redirects that a write of a post makes. */
export interface RedirectChanges extends Required<Pick<StoreChanges, "checks" | "sets" | "deletes">> {
  /** The redirects that are new, or lead to another post than before. */
  added: readonly StoredRedirect[];
}

type Found = Stored<StoredRedirect> | DamagedRecordError | null;

/** Decides about a redirect: returns the new one, `null` to remove it, or `undefined` to leave it. */
type Decide = (current: StoredRedirect | undefined) => StoredRedirect | null | undefined;

interface Planning {
  store: Store;
  organizationSlug: string;
  write: PostWrite;
  now: number;
  site: Site;
}

/**
 * Plans the redirects for the commit of a post:
 *
 * - A public post that gets another slug leaves a redirect.
 * - A public post removes the redirects from its slug and from the path of its page.
 * - Each address in `aliases` is a redirect, unless another post has it, or it is the page of a public post.
 *
 * {@link DeletedPosts} deletes the redirects of a deleted post.
 *
 * @param options.isRetry true if the assumption failed that a page has no redirect. The first attempt reads no redirects, because few pages do.
 * @param options.site the organization. Default: it is read.
 */
export async function planRedirects(
  store: Store,
  organizationSlug: string,
  write: PostWrite,
  { now, isRetry, site: known }: { now: number; isRetry: boolean; site?: Site },
): Promise<RedirectChanges> {
  const partition = ["org", organizationSlug];
  if (isUnmoved(write, now)) return { checks: [], sets: [], deletes: [], added: [] };
  const site = known ?? (await siteOf(store, organizationSlug));
  const decisions = pageDecisions(site, write, now);
  const planning = { store, organizationSlug, write, now, site };
  const others = await otherDecisions(planning);
  for (const [from, decide] of others.decisions) if (!decisions.has(from)) decisions.set(from, decide);
  const addresses = [...decisions.keys()];
  const locations = addresses.map((from) => ({ partition, key: redirectKey(from) }));
  const found: readonly Found[] =
    others.decisions.size === 0 && !isRetry
      ? addresses.map(() => null)
      : await store.getManyOrDamage<StoredRedirect[]>(locations);
  const keptId = (write.after ?? write.before)?.id;
  const lost = await lostPosts(store, partition, { found, keptId });
  const { removed, ...changes } = changesOf(decisions, found, lost);
  const dropped = await dropAliases(store, organizationSlug, { site, removed, keptId });
  return {
    ...changes,
    checks: [...changes.checks, ...others.checks, ...dropped.checks],
    sets: [...changes.sets, ...dropped.sets],
  };
}

/** True if a write changes neither the public page of a post nor its aliases. */
function isUnmoved({ before, after }: PostWrite, now: number): boolean {
  if (before === null || after === null || before.slug !== after.slug) return false;
  return isPublic(before, now) === isPublic(after, now) && isEqualJson(before.aliases, after.aliases);
}

/** Decides about the addresses of the former and the present page. */
function pageDecisions(site: Site, { before, after }: PostWrite, now: number): Map<string, Decide> {
  const decisions = new Map<string, Decide>();
  const wasPublic = before !== null && isPublic(before, now);
  const isNowPublic = after !== null && isPublic(after, now);
  const isSameSlug = before?.slug === after?.slug;
  const removeAt = (slug: string): void => {
    for (const address of addressesAt(site, slug)) decisions.set(address, remove);
  };
  if (isNowPublic && !(wasPublic && isSameSlug)) removeAt(after.slug);
  // A scheduled post becomes public without a write, so redirects from its page may still exist.
  if (wasPublic && !(isSameSlug && isNowPublic)) removeAt(before.slug);
  if (wasPublic && after !== null && !isSameSlug) {
    const createdAt = new Date(now).toISOString();
    const redirect: StoredRedirect = { from: before.slug, id: after.id, origin: "renamed", createdAt };
    decisions.set(before.slug, () => redirect);
  }
  return decisions;
}

interface OtherDecisions {
  decisions: ReadonlyMap<string, Decide>;
  /** Checks of the posts that the decisions depend on. */
  checks: RedirectChanges["checks"];
}

/** Decides about changed aliases. */
async function otherDecisions(planning: Planning): Promise<OtherDecisions> {
  const { store, organizationSlug, write, now, site } = planning;
  const { after } = write;
  const decisions = new Map<string, Decide>();
  if (after === null) return { decisions, checks: [] };
  const about = { id: after.id, origin: "alias", createdAt: new Date(now).toISOString() } as const;
  const redirectsOf = (from: string): StoredRedirect[] => redirectsFor({ ...about, from }, site);
  const { dropped, added } = changedAliases(site, write);
  for (const { from } of dropped.flatMap(redirectsOf)) {
    decisions.set(from, (current) => (isAliasOf(current, after.id) ? null : undefined));
  }
  const wanted = added.flatMap(redirectsOf);
  const holders = await holdersOf(store, organizationSlug, {
    site,
    addresses: wanted.map(({ from }) => from),
  });
  const isLive = isLiveOf(site, holders, now);
  for (const redirect of wanted) {
    if (isLive(redirect.from) || addressesAt(site, after.slug).includes(redirect.from)) continue;
    decisions.set(redirect.from, (current) =>
      current === undefined || isAliasOf(current, after.id) ? redirect : undefined,
    );
  }
  return { decisions, checks: checksOf(holders, write) };
}

/** Returns the aliases that a write drops and adds, in their normal form. */
function changedAliases(site: Site, { before, after }: PostWrite): { dropped: string[]; added: string[] } {
  const normalize = (aliases: readonly string[] = []): Set<string> =>
    new Set(aliases.flatMap((alias) => addressOn(site, alias) ?? []));
  const [old, wanted] = [normalize(before?.aliases), normalize(after?.aliases)];
  return {
    dropped: [...old].filter((one) => !wanted.has(one)),
    added: [...wanted].filter((one) => !old.has(one)),
  };
}

/** Returns the checks of the posts at aliases, except the written post. */
function checksOf(
  holders: ReadonlyMap<string, Holder>,
  { before, after }: PostWrite,
): RedirectChanges["checks"] {
  return [...holders]
    .filter(([slug]) => slug !== before?.slug && slug !== after?.slug)
    .map(([slug, found]) => checkOf(postKey(slug), found));
}

function remove(): null {
  return null;
}

function isAliasOf(redirect: StoredRedirect | undefined, id: number): boolean {
  return redirect?.id === id && redirect.origin === "alias";
}

/** Returns the ids of the posts of redirects that do not exist any more. Their redirects are free. */
async function lostPosts(
  store: Store,
  partition: readonly string[],
  { found, keptId }: { found: readonly Found[]; keptId: number | undefined },
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(found.flatMap((record) => dataOf(record)?.id ?? []))].filter((id) => id !== keptId);
  if (ids.length === 0) return new Set();
  const places = await store.getManyOrDamage<object[]>(ids.map((id) => ({ partition, key: postIdKey(id) })));
  return new Set(ids.filter((_id, index) => places[index] === null));
}

/** Carries out the decisions. Each decided redirect is checked, so a concurrent change of it fails the commit. */
function changesOf(
  decisions: ReadonlyMap<string, Decide>,
  found: readonly Found[],
  lost: ReadonlySet<number>,
): RedirectChanges & { removed: readonly StoredRedirect[] } {
  const removed: StoredRedirect[] = [];
  const changes = { checks: [], sets: [], deletes: [], added: [], removed } as {
    -readonly [Part in keyof RedirectChanges]: RedirectChanges[Part][number][];
  } & { removed: StoredRedirect[] };
  for (const [index, [from, decide]] of [...decisions].entries()) {
    const record = found[index] ?? null;
    const current = dataOf(record);
    const next = decide(current !== undefined && lost.has(current.id) ? undefined : current);
    changes.checks.push(checkOf(redirectKey(from), record));
    if (next === undefined) continue;
    if (next !== null && current?.id !== next.id) changes.added.push(next);
    if (next?.id !== current?.id && current !== undefined) removed.push(current);
    const sets = next === null ? [] : redirectSets(next);
    const former = current === undefined ? [] : redirectKeys(current);
    if (record instanceof DamagedRecordError) former.push(redirectKey(from));
    changes.sets.push(...sets);
    changes.deletes.push(...keysBeside(former, sets));
  }
  return changes;
}
