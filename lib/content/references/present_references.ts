import { dataOf, type Store } from "../../store/mod.ts";
import type { NamedPosts, PostsToName } from "../sources/content_port.ts";
import type { Organization } from "../sources/content_source.ts";
import type { Post, StoredPost } from "../posts/post_forms.ts";
import { organizationKey } from "../organizations/organization_input.ts";
import { postIdKey, postKey, publicFrom } from "../posts/post_record.ts";
import { isPostSlug } from "../posts/slug.ts";
import type { Publicity } from "../posts/translations.ts";
import { presentSlugs } from "./bind_references.ts";
import { shownReferences, slugsToName } from "./custom_references.ts";
import { referenceOf, referencesIn, type Referring, withPresentSlugs } from "./reference_record.ts";

/** Reads the organization of references, whose addresses depend on it. Null if it is missing or damaged. */
export async function readReferenceOrganization(
  store: Store,
  organizationSlug: string,
): Promise<Organization | null> {
  const location = { partition: ["org", organizationSlug], key: organizationKey };
  return dataOf(await store.getOrDamage<Organization>(location)) ?? null;
}

/**
 * Gives the references of stored posts the present slugs and addresses of the posts. References to deleted posts keep their texts, without
 * the ids. Posts without references cost no read.
 */
export async function presentReferences<Of extends Referring>(
  store: Store,
  organizationSlug: string,
  posts: readonly Of[],
): Promise<Of[]> {
  const ids = [...new Set(posts.flatMap(idsOf))];
  if (ids.length === 0) return [...posts];
  const [organization, slugs] = await Promise.all([
    readReferenceOrganization(store, organizationSlug),
    presentSlugs(store, ["org", organizationSlug], ids),
  ]);
  if (organization === null) return [...posts];
  return posts.map((post) => {
    if (post.references === undefined) return post;
    const live = Object.entries(post.references).filter(([, to]) => typeof to === "string" || slugs.has(to));
    return withPresentSlugs(organization, { ...post, references: Object.fromEntries(live) }, slugs);
  });
}

function idsOf(post: Referring): number[] {
  return post.references === undefined ? [] : idsAt(post, referencesIn(post).keys());
}

function idsAt(post: Referring, keys: Iterable<string>): number[] {
  return [...keys].map((key) => referenceOf(post, key)).filter((target) => typeof target === "number");
}

/** Number of slugs, and of ids, that are read together. */
const readAtOnce = 1000;

/**
 * Names the posts that public posts refer to, and finds those that are public. References to deleted posts are left out. It reads a second
 * time only if a post was renamed after the reference was written.
 */
export async function nameStoredReferences(
  store: Store,
  organization: Organization,
  { posts, isWhole = false, place, now }: PostsToName,
): Promise<NamedPosts> {
  const own = new Map(posts.map(({ id, slug }) => [id, slug]));
  const read = new ReadPosts(store, organization.slug, own.values());
  const asked = slugsToName(organization, { posts, isWhole, ...(place && { place }) });
  const keysOf = (post: Post): string[] =>
    place === undefined
      ? Object.values(post.translations ?? {})
      : shownReferences(organization, post, place).flatMap(({ key }) => key ?? []);
  const ids = posts.flatMap((post) => idsAt(post, keysOf(post))).filter((id) => !own.has(id));
  const slugs = await read.read(asked, isWhole ? [] : ids);
  await read.read([...slugs.values()], []);
  const names = new Map<number, string | null>([
    ...ids.map((id) => [id, slugs.get(id) ?? null] as const),
    ...own,
  ]);
  const named = posts.map((post: Referring & Post) =>
    post.references === undefined ? post : withPresentSlugs(organization, post, names),
  );
  return { posts: named, ...read.publicity(now) };
}

/** Posts that were read, of any status. */
class ReadPosts {
  readonly #store: Store;
  readonly #partition: readonly string[];
  /** The time from which each post is public, by slug. Undefined: there is no such post. */
  readonly #publicFrom = new Map<string, number | undefined>();

  /** @param publicSlugs slugs of posts that are public */
  constructor(store: Store, organizationSlug: string, publicSlugs: Iterable<string>) {
    this.#store = store;
    this.#partition = ["org", organizationSlug];
    for (const slug of publicSlugs) this.#publicFrom.set(slug, -Infinity);
  }

  /** Reads posts by slug, unless they are known, and returns the present slugs of the posts with some ids. */
  async read(slugs: readonly string[], ids: readonly number[]): Promise<Map<number, string>> {
    const asked = [...new Set(slugs)].filter((slug) => !this.#publicFrom.has(slug) && isPostSlug(slug));
    const wanted = [...new Set(ids)];
    const places = new Map<number, string>();
    for (let start = 0; start < Math.max(asked.length, wanted.length); start += readAtOnce) {
      const batch = asked.slice(start, start + readAtOnce);
      const batchOfIds = wanted.slice(start, start + readAtOnce);
      const keys = [...batch.map(postKey), ...batchOfIds.map(postIdKey)];
      const found = await this.#store.getReadable<(StoredPost | { slug: string })[]>(
        keys.map((key) => ({ partition: this.#partition, key })),
      );
      for (const [index, slug] of batch.entries()) {
        const post = found[index]?.data as StoredPost | undefined;
        this.#publicFrom.set(slug, post && publicFrom(post));
      }
      for (const [index, id] of batchOfIds.entries()) {
        const slug = found[batch.length + index]?.data.slug;
        if (slug !== undefined) places.set(id, slug);
      }
    }
    return places;
  }

  /** Returns the publicity of the posts, and the time at which it changes without a write. */
  publicity(now: number): { publicity: Publicity; changesAt: number } {
    const known = [...this.#publicFrom].flatMap(([slug, from]) =>
      from === undefined ? [] : [[slug, from] as const],
    );
    const publicity = new Map(known.map(([slug, from]) => [slug, from <= now]));
    const times = known.map(([, from]) => from).filter((from) => from > now);
    return { publicity, changesAt: times.reduce((one, other) => Math.min(one, other), Infinity) };
  }
}
