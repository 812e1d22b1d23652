import { DamagedRecordError, lastNumberOf, type Store } from "../../../store/mod.ts";
import type { Post, StoredPost } from "../../posts/post_forms.ts";
import {
  htmlKey,
  indexPrefix,
  isPublic,
  postIdKey,
  type PostIndexEntry,
  postKey,
  type PostsVersion,
  postsVersionKey,
  publicFrom,
} from "../../posts/post_record.ts";
import { changedSince } from "../../recent_changes.ts";
import { shownPost } from "../../posts/post_times.ts";
import type { CataloguedPost, PostCatalogue } from "./post_catalogue.ts";

/** Number of index entries that are read together. */
const pageSize = 500;

/** Creates the catalogue of the posts in the storage. Every write of a post writes its index entries, whose version is the post's. */
export function storedCatalogue(store: Store): PostCatalogue {
  return {
    revision: async (organizationSlug) => {
      const found = await store.getOrDamage({ partition: ["org", organizationSlug], key: postsVersionKey });
      if (found instanceof DamagedRecordError) return undefined;
      return found?.version ?? "";
    },
    changes: async (organizationSlug, since) => {
      const partition = ["org", organizationSlug];
      const found = await store.getOrDamage<PostsVersion>({ partition, key: postsVersionKey });
      if (found === null || found instanceof DamagedRecordError) return undefined;
      const ids = changedSince(found, since);
      if (ids === undefined) return undefined;
      return { revision: found.version, changed: await readChanged(store, organizationSlug, ids) };
    },
    pages: async function* (organizationSlug) {
      const options = { prefix: indexPrefix("createdAt") };
      const pages = store.listPages<PostIndexEntry>(["org", organizationSlug], options, pageSize);
      for await (const entries of pages) {
        yield entries
          .map(({ key, version, data }) => ({
            key: String(lastNumberOf(key)),
            slug: data.slug,
            version,
            publicFrom: publicFrom(data),
          }))
          .filter((entry) => entry.publicFrom < Infinity);
      }
    },
    read: async (organizationSlug, posts, { html, now }) => {
      const partition = ["org", organizationSlug];
      const keys = posts.flatMap(({ slug }) => (html ? [postKey(slug), htmlKey(slug)] : [postKey(slug)]));
      const records = await store.getReadable<(StoredPost | { html: string })[]>(
        keys.map((key) => ({ partition, key })),
      );
      return posts.map(({ key }, index): Post | null => {
        const post = records[html ? 2 * index : index]?.data as StoredPost | undefined;
        if (post === undefined || String(post.id) !== key || !isPublic(post, now)) return null;
        const content = html ? (records[2 * index + 1]?.data as { html: string } | undefined) : undefined;
        const shown = shownPost(post, now);
        return content === undefined ? shown : { ...shown, html: content.html };
      });
    },
  };
}

async function readChanged(
  store: Store,
  organizationSlug: string,
  ids: readonly number[],
): Promise<Map<string, CataloguedPost | null>> {
  const partition = ["org", organizationSlug];
  const places = await store.getReadable<{ slug: string }[]>(
    ids.map((id) => ({ partition, key: postIdKey(id) })),
  );
  const slugs = places.flatMap((place) => (place === null ? [] : [place.data.slug]));
  const posts = await store.getReadable<StoredPost[]>(
    slugs.map((slug) => ({ partition, key: postKey(slug) })),
  );
  const changed = new Map<string, CataloguedPost | null>(ids.map((id) => [String(id), null]));
  for (const post of posts) {
    const from = post === null ? Infinity : publicFrom(post.data);
    if (post === null || from === Infinity) continue;
    const { id, slug } = post.data;
    const key = String(id);
    changed.set(key, { key, slug, version: post.version, publicFrom: from });
  }
  return changed;
}
