import * as v from "valibot";
import { AlreadyExistsError, NotFoundError } from "../../base/errors.ts";
import type { Change } from "../../events/mod.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import {
  checkOf,
  type DamagedRecordError,
  dataOf,
  eachPage,
  type StoreChanges,
  type Stored,
} from "../../store/mod.ts";
import { validate } from "../../base/input/validate.ts";
import type { ContentDeps } from "../organizations/organizations.ts";
import { postIdKey, postKey, postLocations } from "../posts/post_record.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { commitPosts, postsVersionLocation } from "../posts/lists/posts_version.ts";
import { longestSlug, slugRule, slugToFind } from "../posts/slug.ts";
import { dropAliases } from "./drop_aliases.ts";
import { holdersOf, isLiveOf, siteOf } from "./live_addresses.ts";
import { isNewAddress, longestAddress, redirectPattern, redirectRule } from "./normal_address.ts";
import { addressOn, slugAt } from "./page_addresses.ts";
import {
  isStoredAddress,
  redirectKey,
  redirectKeys,
  type RedirectOrigin,
  redirectSets,
  redirectsFor,
  type StoredRedirect,
} from "./redirect_record.ts";
import { redirectEvents } from "./redirect_events.ts";
import { readPostById, scanRedirects } from "./scan_redirects.ts";

/** Input of a redirect. */
export interface RedirectInput {
  /**
   * An earlier slug, a path of the site such as `/2016/03/hello/`, or an absolute URL. At most 2000 characters. Equivalent addresses
   * (RFC 3986, section 6.2.2) are one redirect.
   */
  from: string;
  /** Slug of the post. */
  slug: string;
}

/** A redirect to a post of any status. */
export interface Redirect {
  from: string;
  /** The present slug of the post. */
  slug: string;
  origin: RedirectOrigin;
  /** RFC 3339. */
  createdAt: string;
}

/** A page of redirects. */
export interface RedirectList {
  redirects: Redirect[];
  /** Cursor of the next page, or null on the last page. */
  next: string | null;
}

/** Validates the input of a redirect. */
export const redirectInput: v.GenericSchema<unknown, RedirectInput> = v.strictObject({
  from: v.pipe(
    v.string("must be a string"),
    v.metadata({ pattern: redirectPattern, maxLength: longestAddress }),
    v.check(isNewAddress, redirectRule),
  ),
  slug: v.pipe(v.string("must be a string"), v.maxLength(longestSlug, slugRule)),
});

/** Dependencies of {@link Redirects}. */
type RedirectsDeps = Pick<ContentDeps, "store" | "clock" | "outbox">;

/** Manages the redirects from earlier addresses to the posts in the storage. */
export class Redirects {
  readonly #deps: RedirectsDeps;

  constructor(deps: RedirectsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a page of an organization's redirects. Redirects from paths come first.
   *
   * @throws {RangeError} if the limit is out of range
   */
  async list(organizationSlug: string, { limit = 50, after }: PageQuery = {}): Promise<RedirectList> {
    requirePageLimit("Cannot list the redirects", limit);
    const { redirects, next } = await scanRedirects(this.#deps.store, organizationSlug, { limit, after });
    return { redirects: redirects.map(({ redirect, post }) => toRedirect(redirect, post)), next };
  }

  /** Lists all redirects of an organization. */
  async *iterate(organizationSlug: string): AsyncGenerator<Redirect> {
    const pages = eachPage(this.#deps.store, (place) =>
      this.list(organizationSlug, { limit: 100, ...place }),
    );
    for await (const { redirects } of pages) yield* redirects;
  }

  /**
   * Adds a redirect to a post. Adding it again, in any equivalent form of its address, changes nothing.
   *
   * @returns the redirect, and true if it is new
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the post does not exist
   * @throws {AlreadyExistsError} if `from` is the slug or the page of a public post, or another post has the redirect
   *
   * @example
   * ```ts
   * import { createPublicApi } from "postern";
   * import { memoryDriver } from "postern/storage-drivers/memory";
   *
   * const api = createPublicApi({ storage: memoryDriver() });
   * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
   * await api.posts.create("acme", { name: "Hello", html: "<p>Hello</p>" });
   *
   * await api.redirects.add("acme", { from: "/2016/03/hello/", slug: "hello" });
   * ```
   */
  async add(organizationSlug: string, input: RedirectInput): Promise<{ redirect: Redirect; isNew: boolean }> {
    const action = "Cannot add the redirect";
    const { slug, from: given } = validate(redirectInput, input, action);
    const { store, clock } = this.#deps;
    const partition = ["org", organizationSlug];
    const [location] = postLocations(organizationSlug, slug);
    return store.writes.repeatInTurn(location, `${action}: "${given}"`, async () => {
      const post = slugToFind(slug) === undefined ? null : await store.get<StoredPost>(location);
      if (post === null) throw new NotFoundError(`${action}: "${organizationSlug}" has no post "${slug}"`);
      const site = await siteOf(store, organizationSlug);
      const from = addressOn(site, given) ?? given;
      const about = {
        from,
        id: post.data.id,
        origin: "added",
        createdAt: new Date(clock.now()).toISOString(),
      } as const;
      const wanted = redirectsFor(about, site);
      const found = await store.getManyOrDamage<StoredRedirect[]>(
        wanted.map((redirect) => ({ partition, key: redirectKey(redirect.from) })),
      );
      const addresses = wanted.map((redirect) => redirect.from);
      const holders = await holdersOf(store, organizationSlug, { site, addresses });
      const isLive = isLiveOf(site, holders, clock.now());
      if (isLive(from)) {
        throw new AlreadyExistsError(`${action}: "${organizationSlug}" has a post at the address "${from}"`);
      }
      // The slug and the path of a page are one address.
      const isPage = slugAt(site, from) === wanted[1]?.from;
      const existing = dataOf(found[0] ?? (isPage ? found[1] : null) ?? null);
      if (existing?.id === post.data.id) return { redirect: toRedirect(existing, post.data), isNew: false };
      if (existing !== undefined && (await this.#hasPost(partition, existing.id))) {
        throw new AlreadyExistsError(`${action}: another post has the redirect from "${from}"`);
      }
      // The redirect from the slug in a path stays if it leads to a post.
      const [, companion = null] = found;
      const other = dataOf(companion);
      const isFree =
        companion === null || (other !== undefined && !(await this.#hasPost(partition, other.id)));
      const added = wanted.slice(0, isFree ? 2 : 1).filter((redirect) => !isLive(redirect.from));
      const events = redirectEvents(added, post.data, clock.now());
      const { checks = [], ...changes } = additions(post, added, found);
      const atAddresses = [...holders].filter(([holder]) => holder !== post.data.slug);
      const held = atAddresses.map(([holder, record]) => checkOf(postKey(holder), record));
      const all = { ...changes, checks: [...checks, ...held] };
      const result = await this.#commit(organizationSlug, all, events);
      return result.committed ? { redirect: toRedirect(about, post.data), isNew: true } : null;
    });
  }

  /** Removes the redirect from an address, in any equivalent form of it. Returns true if it existed. */
  async remove(organizationSlug: string, address: string): Promise<boolean> {
    const normal = addressOn(await siteOf(this.#deps.store, organizationSlug), address);
    if (normal !== undefined && (await this.#removeFrom(organizationSlug, normal))) return true;
    // Earlier versions stored addresses as they were given.
    return normal !== address && isStoredAddress(address) && this.#removeFrom(organizationSlug, address);
  }

  async #removeFrom(organizationSlug: string, from: string): Promise<boolean> {
    const { store, clock } = this.#deps;
    const partition = ["org", organizationSlug];
    const location = { partition, key: redirectKey(from) };
    return store.writes.repeatInTurn(location, `Cannot remove the redirect: "${from}"`, async () => {
      const found = await store.getOrDamage<StoredRedirect>(location);
      if (found === null) return false;
      const removed = await this.#withCompanion(partition, found);
      const site = await siteOf(store, organizationSlug);
      const dropped = await dropAliases(store, organizationSlug, { site, removed });
      const changes = {
        checks: [checkOf(redirectKey(from), found), ...dropped.checks],
        sets: dropped.sets,
        deletes: removed.length === 0 ? [redirectKey(from)] : removed.flatMap(redirectKeys),
      };
      const post = removed[0] && (await readPostById(store, organizationSlug, removed[0].id));
      const events = redirectEvents(removed, post, clock.now(), { areRemoved: true });
      return (await this.#commit(organizationSlug, changes, events)).committed || null;
    });
  }

  /** Commits in turn with the writes of posts, so that neither refuses the other. */
  #commit(
    organizationSlug: string,
    changes: StoreChanges,
    events: readonly Change[],
  ): ReturnType<typeof commitPosts> {
    const commit = (): ReturnType<typeof commitPosts> =>
      commitPosts(this.#deps, organizationSlug, changes, events);
    return this.#deps.store.writes.inTurn(postsVersionLocation(organizationSlug), commit);
  }

  /** Returns a redirect, and the redirect from the slug in its path. A damaged redirect is left out. */
  async #withCompanion(
    partition: readonly string[],
    found: Stored<StoredRedirect> | DamagedRecordError,
  ): Promise<StoredRedirect[]> {
    const redirect = dataOf(found);
    if (redirect?.slug === undefined) return redirect === undefined ? [] : [redirect];
    const key = redirectKey(redirect.slug);
    const other = dataOf(await this.#deps.store.getOrDamage<StoredRedirect>({ partition, key }));
    return other?.path === redirect.from ? [redirect, other] : [redirect];
  }

  async #hasPost(partition: readonly string[], id: number): Promise<boolean> {
    return this.#deps.store.has({ partition, key: postIdKey(id) });
  }
}

/** Writes the post again, unchanged, so that a concurrent deletion of the post fails and finds the new redirect. */
function additions(
  post: Stored<StoredPost>,
  added: readonly StoredRedirect[],
  found: readonly (Stored<StoredRedirect> | DamagedRecordError | null)[],
): StoreChanges {
  const key = postKey(post.data.slug);
  const former = found.slice(0, added.length).flatMap((record) => dataOf(record) ?? []);
  return {
    checks: [
      { key, version: post.version },
      ...added.map(({ from }, index) => checkOf(redirectKey(from), found[index] ?? null)),
    ],
    sets: [{ key, data: post.data }, ...added.flatMap(redirectSets)],
    deletes: former.flatMap((redirect) => redirectKeys(redirect).slice(1)),
  };
}

function toRedirect({ from, origin, createdAt }: StoredRedirect, { slug }: StoredPost): Redirect {
  return { from, slug, origin, createdAt };
}
