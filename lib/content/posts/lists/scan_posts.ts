import { onFirstUse } from "../../../base/first_use.ts";
import {
  encodeKey,
  type KeyPart,
  lastNumberOf,
  readPage,
  type Store,
  type Stored,
} from "../../../store/mod.ts";
import type { PostSort } from "../../sources/content_source.ts";
import { fieldMatcher, type FieldQuery } from "../../custom_fields/field_query.ts";
import {
  earlierNamePrefix,
  htmlKey,
  indexKey,
  indexOfSort,
  indexPrefix,
  type PostIndexEntry,
  postIdKey,
  postKey,
} from "../post_record.ts";
import type { StoredPost } from "../post_forms.ts";
import { type CopyMark, copyMarkKey } from "../../working_copies/read_working_copy.ts";

const loadFieldScan = onFirstUse(() => import("../../custom_fields/scan_by_fields.ts"));

/** Maximum number of index entries that one page reads, and the size of a batch. */
const bounds = { mostScanned: 10_000, batch: 500 };

/** Order, filter and size of a page of posts. */
export interface PostScan {
  sort: PostSort;
  limit: number;
  after?: string;
  isMatch: (entry: PostIndexEntry) => boolean;
  /** True if the posts must include `html`. Default: false. */
  html?: boolean;
  /** True if the posts must include the marks of their working copies. Default: false. */
  marks?: boolean;
  /** Filters and order by fields of the organization. Default: none. */
  fields?: FieldQuery | undefined;
}

/** A post of a page. Its working copy has been read only if the scan asks for marks. */
export interface ScannedPost extends StoredPost {
  html?: string;
  unpublishedChanges?: CopyMark;
}

/** Reads an index from the end of the previous page, until the page is full or the scan limit is reached. */
export async function scanPosts(
  store: Store,
  partition: string[],
  scan: PostScan,
): Promise<{ posts: ScannedPost[]; next: string | null }> {
  const { fields } = scan;
  const { items: matches, next } =
    fields === undefined
      ? await scanIndex(store, partition, scan)
      : await (await loadFieldScan()).scanByFields(store, partition, { ...scan, fields });
  const posts = await readPosts(store, partition, {
    matches,
    html: scan.html ?? false,
    marks: scan.marks ?? false,
  });
  // A post may have got other values since the index was read.
  return { posts: posts.filter(fieldMatcher(fields?.filters)), next };
}

async function scanIndex(
  store: Store,
  partition: string[],
  { sort, limit, isMatch, after: given }: PostScan,
): Promise<{ items: Stored<PostIndexEntry>[]; next: string | null }> {
  const { index, reverse } = indexOfSort(sort);
  return readPage<PostIndexEntry, Stored<PostIndexEntry>>(store, partition, {
    ranges: [{ prefix: indexPrefix(index), reverse }],
    limit,
    after: given && (await presentPlace(store, partition, given)),
    ...bounds,
    read: (entries) => entries.map((entry) => (isMatch(entry.data) ? entry : null)),
  });
}

/** Returns the place of a cursor. An earlier version of Postern gave out places in an index by name that is no longer stored. */
async function presentPlace(store: Store, partition: string[], after: string): Promise<string> {
  const earlier = `${encodeKey(earlierNamePrefix)}!`;
  const [, id] = /!([0-9a-f]{14})$/.exec(after.startsWith(earlier) ? after : "") ?? [];
  if (id === undefined) return after;
  const [place] = await store.getReadable<[{ slug: string }]>([
    { partition, key: postIdKey(lastNumberOf(after)) },
  ]);
  const [post] =
    place === null
      ? [null]
      : await store.getReadable<[StoredPost]>([{ partition, key: postKey(place.data.slug) }]);
  return post === null
    ? after.replace(earlier, `${encodeKey(indexPrefix("name"))}!`)
    : encodeKey(indexKey("name", post.data));
}

/**
 * Reads posts, and their content if requested, in one round trip. Damaged posts, and posts that an index lists but that are missing,
 * are left out and reported.
 */
async function readPosts(
  store: Store,
  partition: string[],
  { matches, html, marks }: { matches: readonly Stored<PostIndexEntry>[]; html: boolean; marks: boolean },
): Promise<ScannedPost[]> {
  const keysOf = ({ key, data }: Stored<PostIndexEntry>): KeyPart[][] => [
    ...keysToRead(data.slug, html),
    ...(marks ? [copyMarkKey(lastNumberOf(key))] : []),
  ];
  const records = await store.getReadable<object[]>(
    matches.flatMap(keysOf).map((key) => ({ partition, key })),
  );
  const width = 1 + Number(html) + Number(marks);
  const found: ScannedPost[] = [];
  for (const [index, match] of matches.entries()) {
    const [first, ...others] = records.slice(index * width, (index + 1) * width).map((one) => one?.data);
    const post = first as StoredPost | undefined;
    const content = html ? (others.shift() as { html: string } | undefined) : undefined;
    const mark = others[0] as CopyMark | undefined;
    // The index entry of a lost post still exists after a different post takes its slug.
    if (post !== undefined && post.id !== lastNumberOf(match.key)) continue;
    if (post === undefined || (html && content === undefined)) {
      await reportMissing(store, partition, { match, html });
    } else {
      const read = match.data.changedAt === undefined ? withoutChangedAt(post) : post;
      const shown = content === undefined ? read : { ...read, html: content.html };
      // A working copy beside a draft is the draft's text, and is no unpublished change.
      const isMarked = mark !== undefined && post.status !== "draft";
      found.push(isMarked ? { ...shown, unpublishedChanges: mark } : shown);
    }
  }
  return found;
}

/** Removes the time that a post had before an earlier version of Postern changed it, and kept the field. */
function withoutChangedAt({ changedAt: _changedAt, ...post }: StoredPost): StoredPost {
  return post;
}

/** Reports a missing post, unless it was deleted or renamed after the index was read. One read checks the id's slug and the post. */
async function reportMissing(
  store: Store,
  partition: string[],
  { match, html }: { match: Stored<PostIndexEntry>; html: boolean },
): Promise<void> {
  const { slug } = match.data;
  const keys = [postIdKey(lastNumberOf(match.key)), ...keysToRead(slug, html)];
  const locations = keys.map((key) => ({ partition, key }));
  const [place, ...found] = await store.getReadable<[{ slug: string }, ...object[]]>(locations);
  if (place?.data.slug !== slug) return;
  for (const [index, location] of locations.slice(1).entries()) {
    // The read above has already reported damaged records.
    if (found[index] === null && !(await store.has(location))) store.report(store.missing(location));
  }
}

function keysToRead(slug: string, html: boolean): KeyPart[][] {
  return html ? [postKey(slug), htmlKey(slug)] : [postKey(slug)];
}
