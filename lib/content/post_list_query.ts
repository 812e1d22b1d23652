import type { PostSort } from "./content_source.ts";
import type { PostStatus } from "./post_input.ts";
import { normalized } from "./normalized.ts";
import { isPublic, type PostIndexEntry } from "./post_record.ts";

/** Which posts to list, of every status. */
export interface PostListQuery {
  /** Default: `-updatedAt`. */
  sort?: PostSort;
  /** 1 to 100. Default: 50. */
  limit?: number;
  /** What `next` of the page before said. Default: the first page. */
  after?: string;
  /** A scheduled post whose time has come counts as `published`. */
  status?: PostStatus;
  /** What name, slug, section or a tag holds, without regard to case. */
  search?: string;
  section?: string;
  language?: string;
  tag?: string;
}

/** The status of a post as its readers see it: a scheduled one is published when its time has come. */
export function statusAt(
  post: Pick<PostIndexEntry, "status" | "publishedAt">,
  now: number,
): PostIndexEntry["status"] {
  if (isPublic(post, now)) return "published";
  return post.status === "published" ? "scheduled" : post.status;
}

/** Makes the function that tells which entries of an index a query asks for. */
export function matcherOf(query: PostListQuery, now: number): (entry: PostIndexEntry) => boolean {
  const { status, section, language, tag } = query;
  const search = query.search === undefined ? "" : normalized(query.search.trim());
  return (entry) =>
    (status === undefined || statusAt(entry, now) === status) &&
    (section === undefined || entry.section === section) &&
    (language === undefined || entry.language === language) &&
    (tag === undefined || entry.tags.includes(tag)) &&
    (search === "" || holds(entry, search));
}

function holds({ name, slug, section, tags }: PostIndexEntry, search: string): boolean {
  return [name, slug, section, ...tags].some((text) => normalized(text).includes(search));
}
