import { readPage, type Store, type Stored } from "../../store/mod.ts";
import { postIdKey, postKey } from "../posts/post_record.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { redirectPrefix, type StoredRedirect } from "./redirect_record.ts";

/** Maximum number of records that one page reads, and the size of a batch. */
const bounds = { mostScanned: 10_000, batch: 500 };

/** A page of an organization's redirects. */
export interface RedirectScan {
  limit: number;
  /** `next` of the previous page. */
  after: string | undefined;
}

/** A redirect with its post. */
export interface FoundRedirect {
  redirect: StoredRedirect;
  post: StoredPost;
}

/** Reads a page of redirects with their posts, of every status. Redirects to missing posts are left out. */
export async function scanRedirects(
  store: Store,
  organizationSlug: string,
  scan: RedirectScan,
): Promise<{ redirects: FoundRedirect[]; next: string | null }> {
  const partition = ["org", organizationSlug];
  const { items, next } = await readPage<StoredRedirect, StoredRedirect>(store, partition, {
    ranges: [{ prefix: redirectPrefix }],
    ...scan,
    ...bounds,
    read: (entries) => entries.map(({ data }) => (data.path === undefined ? data : null)),
  });
  const posts = await readPostsById(
    store,
    partition,
    items.map(({ id }) => id),
  );
  const redirects = items.flatMap((redirect) => {
    const post = posts.get(redirect.id);
    return post === undefined ? [] : [{ redirect, post }];
  });
  return { redirects, next };
}

/** Returns the post with this id, or null. */
export async function readPostById(
  store: Store,
  organizationSlug: string,
  id: number,
): Promise<StoredPost | null> {
  return (await readPostsById(store, ["org", organizationSlug], [id])).get(id) ?? null;
}

async function readPostsById(
  store: Store,
  partition: readonly string[],
  ids: readonly number[],
): Promise<Map<number, StoredPost>> {
  const places = await store.getReadable<{ slug: string }[]>(
    [...new Set(ids)].map((id) => ({ partition, key: postIdKey(id) })),
  );
  const slugs = places.flatMap((place: Stored<{ slug: string }> | null) =>
    place === null ? [] : [place.data.slug],
  );
  const found = await store.getReadable<StoredPost[]>(
    slugs.map((slug) => ({ partition, key: postKey(slug) })),
  );
  return new Map(found.flatMap((post) => (post === null ? [] : [[post.data.id, post.data] as const])));
}
