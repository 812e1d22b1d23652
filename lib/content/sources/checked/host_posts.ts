import { adopt, andThen, type Awaitable } from "../../../base/awaitable.ts";
import { BoundedMap } from "../../../base/bounded_map.ts";
import { isRecord, readList, requiredField } from "../../../base/host/host_row.ts";
import { HostValueError } from "../../../base/host/host_value_error.ts";
import { Turns } from "../../../base/yielding.ts";
import type { Post } from "../../posts/post_forms.ts";
import type { ContentSource, PostPage, PostQuery } from "../content_source.ts";
import { checkPost, itemName } from "./checked_post.ts";
import { nextField, timeField, valuesOf } from "./host_values.ts";
import type { MalformedPosts } from "./malformed_posts.ts";

/** Maximum number of reads for a page whose malformed posts are left out. */
const mostReads = 10;
/** Number of rows that are checked before the time is read. */
const checkedAtOnce = 50;
/** Maximum number of versions of posts that are known to need no check. */
const mostVersions = 20_000;

/** A read of posts: the function of the source, and the values that it was called with. */
interface Read {
  source: "content.getPost" | "content.listPosts";
  organizationSlug: string;
  /** Name of the row in errors if its slug and its id are invalid. */
  item: string;
  hasHtml: boolean;
}

/** Reads the posts of a host's source, and checks each version once. */
export class HostPosts {
  readonly #source: ContentSource;
  readonly #malformed: MalformedPosts;
  /** The versions of posts whose row needs no change. */
  readonly #known = new BoundedMap<true>(mostVersions);

  constructor(source: ContentSource, malformed: MalformedPosts) {
    this.#source = source;
    this.#malformed = malformed;
  }

  /** @throws {HostValueError} if the post is malformed */
  get(organizationSlug: string, slug: string): Awaitable<Post | null> {
    return andThen(adopt<unknown>(this.#source.getPost(organizationSlug, slug)), (row) => {
      const source = "content.getPost";
      if (row === null || row === undefined) {
        this.#malformed.remove(organizationSlug, itemName(slug), source);
        return null;
      }
      const post = this.#check(row, { source, organizationSlug, item: itemName(slug), hasHtml: true });
      if (post instanceof HostValueError) {
        this.#malformed.add(post);
        throw post;
      }
      this.#malformed.remove(organizationSlug, itemName(post.slug), source);
      return post;
    });
  }

  /** Lists posts. Reads further posts in place of malformed ones, so that the page is full and its cursor is exact. */
  async list(organizationSlug: string, query: PostQuery): Promise<PostPage> {
    const { posts, ...first } = await this.#read(organizationSlug, query);
    let { page, leftOut } = first;
    let { changesAt } = page;
    for (let reads = 1; leftOut > 0 && page.next !== null && reads < mostReads; reads++) {
      const further = await this.#read(organizationSlug, { ...query, limit: leftOut, after: page.next });
      posts.push(...further.posts);
      ({ page, leftOut } = further);
      if (page.changesAt !== undefined) changesAt = Math.min(changesAt ?? Infinity, page.changesAt);
    }
    return { posts, next: page.next, ...(changesAt !== undefined && { changesAt }) };
  }

  async #read(
    organizationSlug: string,
    query: PostQuery,
  ): Promise<{ posts: Post[]; page: Omit<PostPage, "posts">; leftOut: number }> {
    const source = "content.listPosts";
    const found: unknown = await this.#source.listPosts(organizationSlug, query);
    const fields = [requiredField("posts", readList), nextField(query.after), timeField];
    const { posts: rows, ...page } = valuesOf({ source, organizationSlug }, found, fields) as unknown as {
      posts: unknown[];
    } & Omit<PostPage, "posts">;
    const posts = new Map<string, Post>();
    const leftOut = new Map<string, HostValueError>();
    const turns = new Turns(performance);
    // Unlike `for of` over entries, the index also counts the holes of the array.
    for (let at = 0; at < rows.length; at++) {
      const place = { source, organizationSlug, item: `item ${at} of posts` } as const;
      const post = this.#check(rows[at], { ...place, hasHtml: query.html === true });
      if (post instanceof HostValueError) leftOut.set(post.item ?? "", post);
      else if (posts.has(post.slug)) {
        const { slug, version } = post;
        const problem = { pointer: "/slug", message: "is also the slug of an earlier post of the page" };
        leftOut.set(
          itemName(slug),
          new HostValueError({ ...place, item: itemName(slug), version }, [problem]),
        );
      } else if (!this.#isBroken(organizationSlug, post)) posts.set(post.slug, post);
      if (at % checkedAtOnce === 0 && turns.isOver) await turns.next();
    }
    for (const error of leftOut.values()) this.#malformed.leaveOut(error);
    if (this.#malformed.isAny(organizationSlug)) {
      for (const slug of posts.keys()) {
        if (!leftOut.has(itemName(slug))) this.#malformed.remove(organizationSlug, itemName(slug), source);
      }
    }
    return { posts: [...posts.values()], page, leftOut: rows.length - posts.size };
  }

  /** True if `getPost` returned this version with an error, so that its page responds with 500. */
  #isBroken(organizationSlug: string, { slug, version }: Post): boolean {
    if (version === undefined) return false;
    const error = this.#malformed.find(organizationSlug, itemName(slug), "content.getPost");
    return error !== undefined && error.version === version;
  }

  #check(row: unknown, { source, organizationSlug, item, hasHtml }: Read): Post | HostValueError {
    const version = versionOf(row);
    const key = version && `${source}${hasHtml}\0${organizationSlug}\0${version}`;
    if (key !== undefined && this.#known.get(key)) return row as Post;
    const checked = checkPost(row);
    if (checked.post === undefined) {
      const { name, version: known, problems, cause } = checked;
      const place = { source, organizationSlug, item: name ?? item, version: known };
      return new HostValueError(place, problems, cause);
    }
    if (checked.isSame && key !== undefined) this.#known.set(key, true);
    return checked.post;
  }
}

/** Returns the slug and the version of a row. Undefined if it has no version, or no row of the same version can need no check. */
function versionOf(row: unknown): string | undefined {
  if (!isRecord(row) || Object.getPrototypeOf(row) !== Object.prototype) return undefined;
  try {
    const { slug, version, isAccessibleForFree = true } = row;
    // A row that keeps its version against the rules must not make a paid post free.
    const isChecked = typeof version === "string" && typeof isAccessibleForFree === "boolean";
    return isChecked ? `${String(slug)}\0${version}` : undefined;
  } catch {
    return undefined;
  }
}
