import { lastNumberOf, lastTextOf, type Store } from "../../store/mod.ts";
import { organizationLocation } from "../organizations/organizations.ts";
import type { StoredPost } from "./post_forms.ts";
import { postKey, postLocationOf } from "./post_record.ts";

/** A post whose fields, content or working copy has a text. */
export interface NamingPost {
  slug: string;
  name: string;
}

/** Decides about a post. A damaged post counts as a draft of an unknown user. */
export type IsVisiblePost = (post: Pick<StoredPost, "status" | "publishedAt" | "createdBy">) => boolean;

/** The records that have a text. */
export interface NamingPosts {
  /** The first posts. */
  posts: NamingPost[];
  /** True if further posts have it, which the caller may not see. */
  hasHidden: boolean;
  /** True if the settings of the organization have it, such as the address of the logo. */
  isInSettings: boolean;
  /** False if the organization has more records than a search reads. */
  isComplete: boolean;
}

/** Maximum number of records that a search for a text reads: those of 20,000 posts. */
const mostSearchedRecords = 60_000;
/** Number of records in a batch. It is small because the store decodes a batch in one turn, and contents may have 1 MB. */
const batchSize = 20;

/**
 * Finds the posts of every status whose fields, content or working copy has a text without quotes and escapes, such as a hash. It reads all
 * posts, because an index would cost every write of a post.
 *
 * @param options.most maximum number of posts to find
 * @param options.isVisible true for a post that the caller may see. Default: all posts
 */
export async function findPostsNaming(
  store: Store,
  organizationSlug: string,
  {
    text,
    most,
    isVisible = () => true,
  }: { text: string; most: number; isVisible?: IsVisiblePost | undefined },
): Promise<NamingPosts> {
  const partition = ["org", organizationSlug];
  const isNamed = (data: unknown): boolean => JSON.stringify(data).includes(text);
  const settings = await store.get(organizationLocation(organizationSlug));
  const slugs = new Set<string>();
  let read = 0;
  for await (const { kind, key, data } of searchedRecords(store, organizationSlug)) {
    if (slugs.size === most || ++read > mostSearchedRecords) break;
    if (!isNamed(data)) continue;
    const slug = kind === "working-copy" ? await slugOf(store, organizationSlug, key) : slugIn(key, data);
    if (slug !== undefined) slugs.add(slug);
  }
  const found = [...slugs];
  const records = await store.getReadable<StoredPost[]>(
    found.map((slug) => ({ partition, key: postKey(slug) })),
  );
  const posts = found.flatMap((slug, index) => {
    const post = records[index]?.data;
    const isShown = isVisible(post ?? { status: "draft" });
    return isShown ? [{ slug, name: post?.name ?? slug }] : [];
  });
  return {
    posts,
    hasHidden: posts.length < found.length,
    isInSettings: settings !== null && isNamed(settings.data),
    isComplete: read <= mostSearchedRecords,
  };
}

/**
 * Returns the texts that posts of an organization, or its settings, have. It searches as {@link findPostsNaming} does, for several texts in one
 * reading. It returns all texts if the organization has more records than a search reads.
 */
export async function findNamedTexts(
  store: Store,
  organizationSlug: string,
  texts: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  const turns = store.turns();
  const search = async (data: unknown): Promise<void> => {
    const json = JSON.stringify(data);
    for (const text of texts) {
      if (turns.isOver) await turns.next();
      if (json.includes(text)) named.add(text);
    }
  };
  const settings = await store.get(organizationLocation(organizationSlug));
  if (settings !== null) await search(settings.data);
  let read = 0;
  for await (const { data } of searchedRecords(store, organizationSlug)) {
    if (named.size === texts.size) break;
    if (++read > mostSearchedRecords) return texts;
    await search(data);
  }
  return named;
}

/** Reads the contents, fields and working copies of all posts. */
async function* searchedRecords(
  store: Store,
  organizationSlug: string,
): AsyncGenerator<{ kind: string; key: string; data: object }> {
  const partition = ["org", organizationSlug];
  for (const kind of ["html", "post", "working-copy"]) {
    for await (const { key, data } of store.listAll<object>(partition, { prefix: [kind] }, batchSize)) {
      yield { kind, key, data };
    }
  }
}

/** Returns the slug of a post's record, or of its content. The key of a long slug has only a digest of it. */
function slugIn(key: string, data: object): string | undefined {
  return "slug" in data && typeof data.slug === "string" ? data.slug : lastTextOf(key);
}

async function slugOf(store: Store, organizationSlug: string, key: string): Promise<string | undefined> {
  const found = await store.get<{ slug: string }>(postLocationOf(organizationSlug, lastNumberOf(key)));
  return found?.data.slug;
}
