import {
  checkOf,
  DamagedRecordError,
  dataOf,
  type Store,
  type StoreChanges,
  type Stored,
} from "../../store/mod.ts";
import { organizationLocation, type OrganizationRecord } from "../organizations.ts";
import type { PostWrite } from "../post_events.ts";
import { isPublic } from "../post_record.ts";
import {
  isRedirectAddress,
  redirectKey,
  redirectKeys,
  redirectSets,
  redirectsFor,
  redirectsOfPost,
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
}

/**
 * Plans the redirects for the commit of a post:
 *
 * - A public post that gets another slug leaves a redirect.
 * - A public post removes the redirect from its own slug.
 * - Each address in `aliases` is a redirect, unless another post has it.
 * - A deleted post loses its redirects.
 *
 * @param options.isRetry true if the assumption failed that a slug has no redirect. The first attempt does not read, because few slugs do.
 */
export async function planRedirects(
  store: Store,
  organizationSlug: string,
  write: PostWrite,
  { now, isRetry }: { now: number; isRetry: boolean },
): Promise<RedirectChanges> {
  const partition = ["org", organizationSlug];
  const decisions = slugDecisions(write, now);
  const hasOnlySlugs = !(await addOthers(decisions, { store, organizationSlug, write, now }));
  if (decisions.size === 0) return { checks: [], sets: [], deletes: [], added: [] };
  const addresses = [...decisions.keys()];
  const locations = addresses.map((from) => ({ partition, key: redirectKey(from) }));
  const found: readonly Found[] =
    hasOnlySlugs && !isRetry
      ? addresses.map(() => null)
      : await store.getManyOrDamage<StoredRedirect[]>(locations);
  return changesOf(decisions, found);
}

/** Decides about the former and the present slug. */
function slugDecisions({ before, after }: PostWrite, now: number): Map<string, Decide> {
  const decisions = new Map<string, Decide>();
  const wasPublic = before !== null && isPublic(before, now);
  const isNowPublic = after !== null && isPublic(after, now);
  const isSameSlug = before?.slug === after?.slug;
  if (isNowPublic && !(wasPublic && isSameSlug)) decisions.set(after.slug, remove);
  if (!wasPublic) return decisions;
  // A scheduled post becomes public without a write, so its redirect may still exist.
  if (after === null || (isSameSlug && !isNowPublic)) decisions.set(before.slug, remove);
  else if (!isSameSlug) {
    const createdAt = new Date(now).toISOString();
    const redirect: StoredRedirect = { from: before.slug, id: after.id, origin: "renamed", createdAt };
    decisions.set(before.slug, () => redirect);
  }
  return decisions;
}

/** Adds the decisions about changed aliases and about the redirects of a deleted post. Returns true if there are any. */
async function addOthers(
  decisions: Map<string, Decide>,
  { store, organizationSlug, write: { before, after }, now }: Planning,
): Promise<boolean> {
  const others = new Map<string, Decide>();
  if (before !== null && after === null) {
    for (const from of await addressesOf(store, organizationSlug, before.id)) {
      others.set(from, (current) => (current?.id === before.id ? null : undefined));
    }
  }
  const [old, wanted] = [new Set(before?.aliases), new Set(after?.aliases)];
  const [dropped, added] = [
    [...old].filter((one) => !wanted.has(one)),
    [...wanted].filter((one) => !old.has(one)),
  ];
  if (after !== null && dropped.length + added.length > 0) {
    const template = await templateOf(store, organizationSlug);
    const about = { id: after.id, origin: "alias", createdAt: new Date(now).toISOString() } as const;
    const redirectsOf = (from: string): StoredRedirect[] =>
      isRedirectAddress(from) ? redirectsFor({ ...about, from }, template) : [];
    for (const { from } of dropped.flatMap(redirectsOf)) {
      others.set(from, (current) => (isAliasOf(current, after.id) ? null : undefined));
    }
    for (const redirect of added.flatMap(redirectsOf)) {
      if (redirect.from === after.slug) continue;
      others.set(redirect.from, (current) =>
        current === undefined || isAliasOf(current, after.id) ? redirect : undefined,
      );
    }
  }
  for (const [from, decide] of others) if (!decisions.has(from)) decisions.set(from, decide);
  return others.size > 0;
}

/** Returns the addresses that redirect to a post. */
export async function addressesOf(store: Store, organizationSlug: string, id: number): Promise<string[]> {
  const addresses: string[] = [];
  const entries = store.listAll<{ from: string }>(["org", organizationSlug], { prefix: redirectsOfPost(id) });
  for await (const { data } of entries) addresses.push(data.from);
  return addresses;
}

/** Returns the path of a post's page. Without an organization, only paths of a single part contain a slug. */
export async function templateOf(store: Store, organizationSlug: string): Promise<string> {
  const organization = await store.getOrDamage<OrganizationRecord>(organizationLocation(organizationSlug));
  const isReadable = organization !== null && !(organization instanceof DamagedRecordError);
  return isReadable ? organization.data.postUrlTemplate : "/{slug}";
}

function remove(): null {
  return null;
}

function isAliasOf(redirect: StoredRedirect | undefined, id: number): boolean {
  return redirect?.id === id && redirect.origin === "alias";
}

/** Carries out the decisions. Each decided redirect is checked, so a concurrent change of it fails the commit. */
function changesOf(decisions: ReadonlyMap<string, Decide>, found: readonly Found[]): RedirectChanges {
  const changes = { checks: [], sets: [], deletes: [], added: [] } as {
    -readonly [Part in keyof RedirectChanges]: RedirectChanges[Part][number][];
  };
  for (const [index, [from, decide]] of [...decisions].entries()) {
    const record = found[index] ?? null;
    const current = dataOf(record);
    const next = decide(current);
    changes.checks.push(checkOf(redirectKey(from), record));
    if (next === undefined) continue;
    if (next !== null && current?.id !== next.id) changes.added.push(next);
    const sets = next === null ? [] : redirectSets(next);
    const kept = new Set(sets.map(({ key }) => JSON.stringify(key)));
    const former = current === undefined ? [] : redirectKeys(current);
    if (record instanceof DamagedRecordError) former.push(redirectKey(from));
    changes.sets.push(...sets);
    changes.deletes.push(...former.filter((key) => !kept.has(JSON.stringify(key))));
  }
  return changes;
}
