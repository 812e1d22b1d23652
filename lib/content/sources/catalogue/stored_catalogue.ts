import { DamagedRecordError, lastNumberOf, type Store } from "../../../store/mod.ts";
import type { Post, StoredPost } from "../../posts/post_forms.ts";
import {
  htmlKey,
  indexPrefix,
  isPublic,
  type PostIndexEntry,
  postKey,
  postsVersionKey,
  publicFrom,
} from "../../posts/post_record.ts";
import { shownPost } from "../../posts/post_times.ts";
import type { PostCatalogue } from "./post_catalogue.ts";

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
