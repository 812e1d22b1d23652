import type { Store } from "../../store/mod.ts";
import type { Organization } from "../sources/content_source.ts";
import { postIdKey, postKey } from "../posts/post_record.ts";
import type { References, StoredPost } from "../posts/post_forms.ts";
import { redirectKey, type StoredRedirect } from "../redirects/redirect_record.ts";
import { withCustomReferences } from "./custom_references.ts";
import { referenceOf, referencesIn, slugOfReference, withPresentSlugs } from "./reference_record.ts";

/** A post that has a slug, or had it earlier. */
export interface Target {
  id: number;
  /** The present slug. */
  slug: string;
}

/** Number of slugs that are looked up together. */
const readAtOnce = 500;

/**
 * Binds the references of a post that is written to the posts that they name: by slug, by address, or by a redirect from either. Other references
 * wait for the post. The references get the present slugs and addresses.
 *
 * @param known references that are bound already, with present slugs
 */
export async function bindReferences<Of extends StoredPost>(
  store: Store,
  organization: Organization,
  post: Of,
  known: References = {},
): Promise<Of> {
  const { references: _references, ...rest } = post;
  const plain = rest as Of;
  const slugs = slugsOf(organization, { ...plain, references: known });
  if (slugs.size === 0) return plain;
  const idOf = (key: string): number | undefined => {
    const target = referenceOf({ references: known }, key);
    return typeof target === "number" ? target : undefined;
  };
  const unknown = [...slugs].flatMap(([key, slug]) =>
    idOf(key) !== undefined || slug === post.slug ? [] : [slug],
  );
  const targets = new Map(await findTargets(store, organization.slug, unknown));
  targets.set(post.slug, post);
  const references: Record<string, number | string> = {};
  const names = new Map<number, string>();
  for (const [key, slug] of slugs) {
    const id = idOf(key);
    const target = id === undefined ? targets.get(slug) : { id, slug };
    references[key] = target?.id ?? slug;
    if (target !== undefined) names.set(target.id, target.slug);
  }
  return withPresentSlugs(organization, { ...plain, references }, names.set(post.id, post.slug));
}

/** Returns the slug in each reference of a post, by the key in `references`. Addresses of other pages have none. */
export function slugsOf(organization: Organization, post: StoredPost): Map<string, string> {
  const references = withCustomReferences(organization, post);
  return new Map(
    [...referencesIn({ ...post, references })].flatMap(([key, text]) => {
      const slug = slugOfReference(organization, text);
      return slug === undefined ? [] : [[key, slug] as const];
    }),
  );
}

/** Finds the posts that have some slugs. A post that had a slug earlier is found by its redirect. */
export async function findTargets(
  store: Store,
  organizationSlug: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Target>> {
  const partition = ["org", organizationSlug];
  const targets = new Map<string, Target>();
  const slugs = [...new Set(wanted)];
  for (let start = 0; start < slugs.length; start += readAtOnce) {
    const batch = slugs.slice(start, start + readAtOnce);
    const found = await store.getReadable<(StoredPost | StoredRedirect)[]>(
      batch.flatMap((slug) => [
        { partition, key: postKey(slug) },
        { partition, key: redirectKey(slug) },
      ]),
    );
    const moved: [slug: string, id: number][] = [];
    for (const [index, slug] of batch.entries()) {
      const [post, redirect] = [found[2 * index], found[2 * index + 1]];
      if (post) targets.set(slug, { id: post.data.id, slug });
      else if (redirect) moved.push([slug, redirect.data.id]);
    }
    const places = await presentSlugs(
      store,
      partition,
      moved.map(([, id]) => id),
    );
    for (const [slug, id] of moved) {
      const present = places.get(id);
      if (present !== undefined) targets.set(slug, { id, slug: present });
    }
  }
  return targets;
}

/** Returns the present slugs of posts. Deleted posts are left out. */
export async function presentSlugs(
  store: Store,
  partition: readonly string[],
  ids: readonly number[],
): Promise<Map<number, string>> {
  const slugs = new Map<number, string>();
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const batch = ids.slice(start, start + readAtOnce);
    const places = await store.getReadable<{ slug: string }[]>(
      batch.map((id) => ({ partition, key: postIdKey(id) })),
    );
    for (const [index, id] of batch.entries()) {
      const slug = places[index]?.data.slug;
      if (slug !== undefined) slugs.set(id, slug);
    }
  }
  return slugs;
}
