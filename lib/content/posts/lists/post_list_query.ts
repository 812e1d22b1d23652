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
  /** Text to find in name, slug, section or a tag, ignoring case. */
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
  const { status, tag, tags = tag === undefined ? undefined : [tag] } = query;
  const labels = namedFilter({ ...query, tags });
  const search = query.search === undefined ? "" : foldText(comparedText(query.search).trim());
  return (entry) =>
    (status === undefined || statusAt(entry, now) === status) &&
    matchesLabels(entry, labels) &&
    (search === "" || containsText(entry, search));
}

function containsText({ name, slug, section, tags }: PostIndexEntry, search: string): boolean {
  return [name, slug, section, ...tags].some((text) => foldText(comparedText(text)).includes(search));
}
