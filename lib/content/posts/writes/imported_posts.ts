import type { Store } from "../../../store/mod.ts";
import { type ImportOrigin, importOriginKey, importOriginPrefix, normalOrigin } from "./import_origin.ts";
import { postIdKey, postKey } from "../post_record.ts";
import type { StoredPost } from "../post_forms.ts";
import { presentReferences } from "../../references/present_references.ts";

/** Returns the post that was imported from an item, or null. */
export async function findImported(
  store: Store,
  organizationSlug: string,
  origin: ImportOrigin,
): Promise<StoredPost | null> {
  const partition = ["org", organizationSlug];
  const place = await store.get<{ id: number }>({ partition, key: importOriginKey(normalOrigin(origin)) });
  return place && postOfId(store, organizationSlug, place.data.id);
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
    const post = await postOfId(store, organizationSlug, data.id);
    if (post !== null) yield post;
  }
}

/** Reads the post with this id. Returns null if it is deleted or renamed meanwhile. */
async function postOfId(store: Store, organizationSlug: string, id: number): Promise<StoredPost | null> {
  const partition = ["org", organizationSlug];
  const place = await store.get<{ slug: string }>({ partition, key: postIdKey(id) });
  const post = place && (await store.get<StoredPost>({ partition, key: postKey(place.data.slug) }));
  if (post === null || post.data.id !== id) return null;
  return (await presentReferences(store, organizationSlug, [post.data]))[0] ?? null;
}
