import type { PostSort } from "./content_source.ts";
import type { PostStatus } from "./post_status.ts";
import { normalized } from "./normalized.ts";
import { isPublic, type PostIndexEntry } from "./post_record.ts";

/** Filter, order and page of a list of posts of every status. */
export interface PostListQuery {
  /** Default: `-updatedAt`. */
  sort?: PostSort;
  /** 1 to 100. Default: 50. */
  limit?: number;
  /** `next` of the previous page. Default: the first page. */
  after?: string;
  /** A scheduled post counts as `published` from its `publishedAt` on. */
  status?: PostStatus;
  /** Text to find in name, slug, section or a tag, ignoring case. */
  search?: string;
  section?: string;
  language?: string;
  tag?: string;
}

/** Returns the effective status of a post: a scheduled post is published from its `publishedAt` on. */
export function statusAt(
  post: Pick<PostIndexEntry, "status" | "publishedAt">,
  now: number,
): PostIndexEntry["status"] {
  if (isPublic(post, now)) return "published";
  return post.status === "published" ? "scheduled" : post.status;
}

/** True if two posts have the same effective status, see {@link statusAt}. */
export function haveSameStatus(
  one: Pick<PostIndexEntry, "status" | "publishedAt">,
  other: Pick<PostIndexEntry, "status" | "publishedAt">,
  now: number,
): boolean {
  return statusAt(one, now) === statusAt(other, now);
}

/** Creates the predicate for the index entries that match a query. */
export function matcherOf(query: PostListQuery, now: number): (entry: PostIndexEntry) => boolean {
  const { status, section, language, tag } = query;
  const search = query.search === undefined ? "" : normalized(query.search.trim());
  return (entry) =>
    (status === undefined || statusAt(entry, now) === status) &&
    (section === undefined || entry.section === section) &&
    (language === undefined || entry.language === language) &&
    (tag === undefined || entry.tags.includes(tag)) &&
    (search === "" || containsText(entry, search));
}

function containsText({ name, slug, section, tags }: PostIndexEntry, search: string): boolean {
  return [name, slug, section, ...tags].some((text) => normalized(text).includes(search));
}
