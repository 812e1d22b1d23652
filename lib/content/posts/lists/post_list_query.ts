import type { PageQuery } from "../../../base/input/page_query.ts";
import { foldText } from "../../../base/text/fold_text.ts";
import { comparedText } from "../../../base/text/format_characters.ts";
import { matchesLabels, namedFilter } from "../matches_labels.ts";
import type { PostQuery, PostSort } from "../../sources/content_source.ts";
import type { PostStatus } from "../post_forms.ts";
import { isPublic, type PostIndexEntry } from "../post_record.ts";

/** Filter, order and page of a list of posts of every status. */
export interface PostListQuery extends PageQuery, Pick<PostQuery, "custom" | "customSort"> {
  /** Default: `-updatedAt`. */
  sort?: PostSort;
  /** A scheduled post counts as `published` from its `publishedAt` on. */
  status?: PostStatus;
  /** Words to find in name, slug, section or a tag, in any order, ignoring case. Each can be a part of a word. */
  search?: string;
  section?: string;
  /** A BCP 47 tag. `en` also finds `en-GB`. */
  language?: string;
  /** Only posts with this tag. */
  tag?: string;
  /** Only posts with any of these tags. Takes precedence over `tag`. */
  tags?: readonly string[];
  /** Only posts without any of these tags. */
  notTags?: readonly string[];
  /** Only posts that the user with this id created. */
  createdBy?: string;
  /** Only public posts, and posts of every status that the user with this id created. Default: all posts. */
  visibleTo?: string;
}

/** Returns the effective status of a post: a scheduled post is published from its `publishedAt` on. */
export function statusAt(
  post: Pick<PostIndexEntry, "status" | "publishedAt">,
  now: number,
): PostIndexEntry["status"] {
  if (isPublic(post, now)) return "published";
  return post.status === "published" ? "scheduled" : post.status;
}

/** Returns a post as it is shown to people: with its effective status, see {@link statusAt}. */
export function withStatusAt<Shown extends Pick<PostIndexEntry, "status" | "publishedAt">>(
  post: Shown,
  now: number,
): Shown {
  const status = statusAt(post, now);
  return status === post.status ? post : { ...post, status };
}

/** Creates the predicate for the index entries that match a query. */
export function matcherOf(query: PostListQuery, now: number): (entry: PostIndexEntry) => boolean {
  const { status, createdBy, visibleTo, tag, tags = tag === undefined ? undefined : [tag] } = query;
  const labels = namedFilter({ ...query, tags });
  const words = foldText(comparedText(query.search ?? ""))
    .split(/\s+/)
    .filter((word) => word !== "");
  return (entry) =>
    (status === undefined || statusAt(entry, now) === status) &&
    (createdBy === undefined || entry.createdBy === createdBy) &&
    (visibleTo === undefined || entry.createdBy === visibleTo || isPublic(entry, now)) &&
    matchesLabels(entry, labels) &&
    (words.length === 0 || containsWords(entry, words));
}

function containsWords({ name, slug, section, tags }: PostIndexEntry, words: readonly string[]): boolean {
  const texts = foldText(comparedText([name, slug, section, ...tags].join("\n")));
  return words.every((word) => texts.includes(word));
}
