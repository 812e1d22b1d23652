import type { KeyPart, Location, StoreChanges } from "../store/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import type { Post, PostSort } from "./content_source.ts";
import { normalized } from "./normalized.ts";
import type { PostStatus } from "./post_input.ts";

/** A post as it is kept, whatever its status. */
export interface StoredPost extends Omit<Post, "html" | "publishedAt" | "createdAt" | "updatedAt"> {
  wordCount: number;
  articleSection: string;
  inLanguage: string;
  isAccessibleForFree: boolean;
  status: PostStatus;
  /** RFC 3339, like all three. */
  publishedAt?: string;
  createdAt: string;
  updatedAt: string;
  /** How often the post was written: 1 when it was created. */
  revision: number;
}

/** What an index knows of a post: enough to filter a list without reading the posts. */
export interface PostIndexEntry {
  slug: string;
  name: string;
  status: PostStatus;
  publishedAt?: string;
  updatedAt: string;
  section: string;
  language: string;
  tags: readonly string[];
}

/** The field that an index orders by. */
export type PostIndex = "createdAt" | "updatedAt" | "name";

const indexes: readonly PostIndex[] = ["createdAt", "updatedAt", "name"];
const indexNames: Readonly<Record<PostIndex, string>> = {
  createdAt: "created-at",
  updatedAt: "updated-at",
  name: "name",
};

/** Keys of a post's records, in the organization's partition. The HTML lies apart: lists do not need it. */
export const postKey = (slug: string): KeyPart[] => ["post", slug];
export const htmlKey = (slug: string): KeyPart[] => ["html", slug];
/** Locations of a post and its HTML. */
export const postLocations = (organizationSlug: string, slug: string): [Location, Location] => {
  const partition = ["org", organizationSlug];
  return [
    { partition, key: postKey(slug) },
    { partition, key: htmlKey(slug) },
  ];
};
export const postIdPrefix: readonly KeyPart[] = ["post-id"];
export const postIdKey = (id: number): KeyPart[] => [...postIdPrefix, id];
/** A record that every change of a post writes: its version stands for all posts of the organization. */
export const postsVersionKey: KeyPart[] = ["posts-version"];
export const indexesPrefix: readonly KeyPart[] = ["posts-by"];
export const indexPrefix = (index: PostIndex): KeyPart[] => [...indexesPrefix, indexNames[index]];

/** The index and the direction of a sort. */
export function indexOfSort(sort: PostSort): { index: PostIndex; reverse: boolean } {
  const reverse = sort.startsWith("-");
  return { index: (reverse ? sort.slice(1) : sort) as PostIndex, reverse };
}

/** The post's place in each index; those of equal place are ordered by their id. */
export function indexKeys(post: StoredPost): KeyPart[][] {
  return indexes.map((index) => [...indexPrefix(index), placeIn(index, post), post.id]);
}

/** What the indexes keep of a post. */
export function toIndexEntry(post: StoredPost): PostIndexEntry {
  const { slug, name, status, publishedAt, updatedAt, articleSection, inLanguage, tags = [] } = post;
  const entry = { slug, name, status, updatedAt, section: articleSection, language: inLanguage, tags };
  return publishedAt === undefined ? entry : { ...entry, publishedAt };
}

/** What a commit writes for a post, but for its history. */
export function setsOf(post: StoredPost, html: string): NonNullable<StoreChanges["sets"]>[number][] {
  const entry = toIndexEntry(post);
  return [
    { key: postKey(post.slug), data: post },
    { key: htmlKey(post.slug), data: { html } },
    { key: postIdKey(post.id), data: { slug: post.slug } },
    { key: postsVersionKey, data: {} },
    ...indexKeys(post).map((key) => ({ key, data: entry })),
  ];
}

/** Where all of a post is, but for its history. */
export function keysOf(post: StoredPost): NonNullable<StoreChanges["deletes"]>[number][] {
  return [postKey(post.slug), htmlKey(post.slug), postIdKey(post.id), ...indexKeys(post)];
}

/** Whether the public may see a post: it is published, or its scheduled time has come. */
export function isPublic(post: Pick<PostIndexEntry, "status" | "publishedAt">, now: number): boolean {
  return publicFrom(post) <= now;
}

/** From when on the public may see a post, in milliseconds since the epoch: `Infinity` for one that is not to be published. */
export function publicFrom({ status, publishedAt }: Pick<PostIndexEntry, "status" | "publishedAt">): number {
  if (status !== "published" && status !== "scheduled") return Infinity;
  return toMilliseconds(publishedAt) ?? (status === "published" ? -Infinity : Infinity);
}

function placeIn(index: PostIndex, post: StoredPost): KeyPart {
  if (index === "name") return normalized(post.name);
  return toMilliseconds(post[index]) ?? 0;
}
