import type { RecentChanges } from "../recent_changes.ts";
import { given } from "../../base/given.ts";
import { InvalidOptionError } from "../../base/input/invalid_option_error.ts";
import { authorNames } from "../../base/text/author_names.ts";
import { foldText } from "../../base/text/fold_text.ts";
import { postNames } from "./post_fields.ts";
import { normalOrigin, originKeys } from "./writes/import_origin.ts";
import type { StoredPost, PostStatus } from "./post_forms.ts";
import type { PostContent } from "./post_content.ts";
import { withNames } from "../../base/text/name.ts";
import {
  type KeyPart,
  type Location,
  restoreCounter,
  type StoreChanges,
  type Store,
} from "../../store/mod.ts";
import { toMilliseconds } from "../../base/time/timestamp.ts";
import type { PostSort, PostSortField } from "../sources/content_source.ts";
import { referenceKeys } from "../references/reference_record.ts";
import { ContentionError } from "../../base/errors.ts";

/** Location of the counter with the last assigned post id. */
export const postIdCounter: Location = { partition: ["post-ids"], key: ["last"] };

/** Assigns the next post id. */
async function nextPostId(store: Store): Promise<number> {
  const result = await store.commit(postIdCounter.partition, {
    sums: [{ key: postIdCounter.key, add: 1 }],
  });
  if (!result.committed) throw new ContentionError("Cannot create the post: the store assigned no id");
  return result.sums[0] ?? 0;
}

/** Returns an id for a new post: the wanted one, unless another post of the organization has it. Later posts get higher ids. */
export async function newPostId(store: Store, organizationSlug: string, wanted?: number): Promise<number> {
  if (wanted === undefined) return nextPostId(store);
  if (!Number.isSafeInteger(wanted) || wanted < 1) {
    throw new InvalidOptionError("create the post", "id", "id must be a whole number from 1");
  }
  if (await store.has({ partition: ["org", organizationSlug], key: postIdKey(wanted) }))
    return nextPostId(store);
  await restoreCounter(store, postIdCounter, wanted, { dryRun: false });
  return wanted;
}

/** Fields of a post in the indexes. They suffice to filter a list without reading the posts. */
export interface PostIndexEntry {
  slug: string;
  name: string;
  status: PostStatus;
  publishedAt?: string;
  updatedAt: string;
  /** Time of the last change, or of the publication if that is later. An entry without it was written by an earlier version. */
  changedAt?: string;
  section: string;
  language: string;
  tags: readonly string[];
  /** The names of all authors. An entry without it was written by an earlier version. */
  authors?: readonly string[];
  /** Id of the user who created the post, if known. */
  createdBy?: string;
}

export type PostIndex = PostSortField;

const indexNames: Readonly<Record<PostIndex, string>> = {
  createdAt: "created-at",
  updatedAt: "updated-at",
  name: "folded-name",
  publishedAt: "published-at",
  changedAt: "changed-at",
};

/** Prefix of the index by name of earlier versions, which put capital letters and accents apart. */
export const earlierNamePrefix: readonly KeyPart[] = ["posts-by", "name"];

/** Indexes of posts without `changedAt`, which an earlier version wrote. */
const earlierIndexes: readonly PostIndex[] = ["createdAt", "updatedAt"];
/** Indexes without the one by name, which changes only with the counts of tags and authors. */
const indexes: readonly PostIndex[] = [...earlierIndexes, "publishedAt", "changedAt"];

/**
 * Keys of a post's records, in the organization's partition. The content is a separate record, because lists do not need it. The slug may have
 * any Unicode form.
 */
export const postKey = (slug: string): KeyPart[] => ["post", slug.normalize("NFC")];
export const htmlKey = (slug: string): KeyPart[] => ["html", slug.normalize("NFC")];
/** Returns the locations of a post and its HTML. */
export const postLocations = (organizationSlug: string, slug: string): [Location, Location] => {
  const partition = ["org", organizationSlug];
  return [
    { partition, key: postKey(slug) },
    { partition, key: htmlKey(slug) },
  ];
};
export const postIdPrefix: readonly KeyPart[] = ["post-id"];
export const postIdKey = (id: number): KeyPart[] => [...postIdPrefix, id];
/** Returns the location of the record that has the slug of the post with an id. */
export const postLocationOf = (organizationSlug: string, id: number): Location => ({
  partition: ["org", organizationSlug],
  key: postIdKey(id),
});
/** Key of a record that every change of a post writes. Its version is the revision of all posts of the organization. */
export const postsVersionKey: KeyPart[] = ["posts-version"];

/** Key of a record that a save of a draft writes if it changes the words by which lists find it. Caches of public posts do not depend on it. */
export const draftsVersionKey: KeyPart[] = ["drafts-version"];

/**
 * Data of the record that every change of a post writes. Earlier versions of Postern write fewer marks, and leave out index entries or the
 * ids of references. So the record tells if all posts have them.
 */
export interface PostsVersion extends RecentChanges<number> {
  /** True if every post has `changedAt`, and the indexes by times have all posts. */
  isIndexed?: true;
  /** Version of the record that a version of Postern without `isIndexed` wrote last. */
  since?: string;
  /** True if also the index by name has all posts, the counts have their tags and authors, and names have the form of `toName`. */
  hasNames?: true;
  /** Version of the record that a version of Postern without `hasNames` wrote last. */
  unnamedSince?: string;
  /** True if the references of all posts are bound. */
  isBound?: true;
  /** Version of the record that a version of Postern without `isBound` wrote last. */
  unboundSince?: string;
  /**
   * Generation of the indexes of fields that all writes have kept since it began. Default: a write may have left entries out, so they are built
   * anew.
   */
  fieldIndexes?: string;
}

/** The record of a new organization, whose posts have all index entries and ids of references. */
export const completePosts: { key: KeyPart[]; data: PostsVersion } = {
  key: postsVersionKey,
  data: { isIndexed: true, hasNames: true, isBound: true },
};

/** Record of an organization whose indexes had all posts at some time. Without `hasNames`, an earlier version of Postern wrote it. */
export const onceIndexed: { key: KeyPart[]; data: Pick<PostsVersion, "hasNames"> } = {
  key: ["posts-indexed"],
  data: { hasNames: true },
};

/** The record after a write that could not check the previous record. The next list checks the indexes. */
export const uncheckedPosts: { key: KeyPart[]; data: PostsVersion } = { key: postsVersionKey, data: {} };

export const indexesPrefix: readonly KeyPart[] = ["posts-by"];
export const indexPrefix = (index: PostIndex): KeyPart[] => [...indexesPrefix, indexNames[index]];

/** Returns the index and the direction of a sort. */
export function indexOfSort(sort: PostSort): { index: PostIndex; reverse: boolean } {
  const reverse = sort.startsWith("-");
  return { index: (reverse ? sort.slice(1) : sort) as PostIndex, reverse };
}

/** Returns the post's key in each index but the one by name. Posts with equal values are sorted by id. */
export function indexKeys(post: StoredPost): KeyPart[][] {
  const kept = post.changedAt === undefined ? earlierIndexes : indexes;
  return kept.map((index) => indexKey(index, post));
}

/** The parts of a post that decide its place in the indexes. */
export type IndexedPost = Pick<
  StoredPost,
  "id" | "name" | "status" | "publishedAt" | "createdAt" | "updatedAt" | "changedAt"
>;

export function indexKey(index: PostIndex, post: IndexedPost): KeyPart[] {
  return index === "name" ? nameKey(post) : [...indexPrefix(index), timeIn(index, post), post.id];
}

/** Returns the post's key in the index by name. */
export function nameKey({ name, id }: Pick<StoredPost, "name" | "id">): KeyPart[] {
  return [...indexPrefix("name"), foldText(name), name, id];
}

/** Returns the key of a post in the index by name of earlier versions. */
export function earlierNameKey({ name, id }: StoredPost): KeyPart[] {
  return [...earlierNamePrefix, name.normalize("NFKC").toLowerCase(), id];
}

/** Returns a post with normal names and a normal origin. */
export function normalPost(post: StoredPost): StoredPost {
  const { importedFrom } = post;
  return { ...withNames(post, postNames), ...(importedFrom && { importedFrom: normalOrigin(importedFrom) }) };
}

/** Returns the fields of a post for the indexes. */
export function toIndexEntry(post: StoredPost): PostIndexEntry {
  const {
    slug,
    name,
    status,
    publishedAt,
    updatedAt,
    articleSection,
    inLanguage,
    tags = [],
    createdBy,
  } = post;
  const changedAt = lastChange(post);
  return {
    slug,
    name,
    status,
    updatedAt,
    section: articleSection,
    language: inLanguage,
    tags,
    authors: authorNames(post),
    ...given({ publishedAt, changedAt, createdBy }),
  };
}

/** Returns the record of a post and its index entries, without the one by name. One commit writes them, so that they have the same version. */
export function headSetsOf(post: StoredPost): NonNullable<StoreChanges["sets"]>[number][] {
  const entry = toIndexEntry(post);
  return [{ key: postKey(post.slug), data: post }, ...indexKeys(post).map((key) => ({ key, data: entry }))];
}

/** Returns the records of a post, without its history and its entry by name. */
export function setsOf(post: StoredPost, content: PostContent): NonNullable<StoreChanges["sets"]>[number][] {
  return [
    ...headSetsOf(post),
    { key: htmlKey(post.slug), data: content },
    { key: postIdKey(post.id), data: { slug: post.slug } },
    ...originKeys(post).map((key) => ({ key, data: { id: post.id } })),
    ...referenceKeys(post).map((key) => ({ key, data: {} })),
  ];
}

/** Returns the keys of a post's records, without its history and its entry by name. */
export function keysOf(post: StoredPost): NonNullable<StoreChanges["deletes"]>[number][] {
  return [
    postKey(post.slug),
    htmlKey(post.slug),
    postIdKey(post.id),
    ...indexKeys(post),
    ...originKeys(post),
    ...referenceKeys(post),
  ];
}

/** True if a post is public: it is published, or its scheduled time is in the past. */
export function isPublic(post: Pick<PostIndexEntry, "status" | "publishedAt">, now: number): boolean {
  return publicFrom(post) <= now;
}

/** Returns the time from which a post is public, in milliseconds since the epoch. `Infinity` for drafts and archived posts. */
export function publicFrom({ status, publishedAt }: Pick<PostIndexEntry, "status" | "publishedAt">): number {
  if (status !== "published" && status !== "scheduled") return Infinity;
  return toMilliseconds(publishedAt) ?? (status === "published" ? -Infinity : Infinity);
}

/** Returns the time of the last change of a post, or of its publication if that is later, even in the future. */
export function lastChange(post: IndexedPost): string | undefined {
  const { changedAt, publishedAt } = post;
  const from = publicFrom(post);
  const isLater = from !== Infinity && from > (toMilliseconds(changedAt) ?? Infinity);
  return isLater ? publishedAt : changedAt;
}

function timeIn(index: Exclude<PostIndex, "name">, post: IndexedPost): number {
  return toMilliseconds(index === "changedAt" ? lastChange(post) : post[index]) ?? 0;
}
