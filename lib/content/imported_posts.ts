import type { Store } from "../store/mod.ts";
import { type ImportOrigin, importOriginKey, importOriginPrefix, normalOrigin } from "./import_origin.ts";
import { postIdKey, postKey, type StoredPost } from "./post_record.ts";

/** Returns the post that was imported from an item, or null. */
export async function findImported(
  store: Store,
  organizationSlug: string,
  origin: ImportOrigin,
): Promise<StoredPost | null> {
  const partition = ["org", organizationSlug];
  const place = await store.get<{ id: number }>({ partition, key: importOriginKey(normalOrigin(origin)) });
  return place && postOfId(store, partition, place.data.id);
}

/** Lists the posts that were imported from a source. */
export async function* iterateImported(
  store: Store,
  organizationSlug: string,
  source: string,
): AsyncGenerator<StoredPost> {
  const partition = ["org", organizationSlug];
  for await (const { data } of store.listAll<{ id: number }>(partition, {
    prefix: importOriginPrefix(source.normalize("NFC")),
  })) {
    const post = await postOfId(store, partition, data.id);
    if (post !== null) yield post;
  }
}

/** Reads the post with this id. Returns null if it is deleted or renamed meanwhile. */
async function postOfId(store: Store, partition: readonly string[], id: number): Promise<StoredPost | null> {
  const place = await store.get<{ slug: string }>({ partition, key: postIdKey(id) });
  const post = place && (await store.get<StoredPost>({ partition, key: postKey(place.data.slug) }));
  return post !== null && post.data.id === id ? post.data : null;
}
