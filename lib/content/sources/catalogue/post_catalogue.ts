import type { Post } from "../../posts/post_forms.ts";

export interface CataloguedPost {
  /** Identifies the post in its organization. */
  key: string;
  slug: string;
  /** Changes with every write of the post. */
  version: string;
  /** Time from which the post is public, in milliseconds since the epoch. */
  publicFrom: number;
  /** The post, if the source had to return it with the list. */
  post?: Post;
}

/** Lists the versions of an organization's posts, so that a copy of them can be brought up to date. */
export interface PostCatalogue {
  /**
   * Returns a text that changes with every post of the organization. Undefined if it is unknown.
   *
   * @param now milliseconds since the epoch
   */
  revision(organizationSlug: string, now: number): Promise<string | undefined>;
  /**
   * Returns the present revision, and the posts that have changed since an earlier one, by key. Null: the post is not public, and will not be.
   * Undefined if they are unknown, so that all posts must be listed. Default: they are unknown.
   */
  changes?(
    organizationSlug: string,
    since: string,
  ): Promise<{ revision: string; changed: ReadonlyMap<string, CataloguedPost | null> } | undefined>;
  /** Lists the posts that are public, or will be, in pages. */
  pages(organizationSlug: string): AsyncIterable<readonly CataloguedPost[]>;
  /**
   * Reads posts. Null: the post is not public any more, or cannot be read. A public post without `html` has lost it.
   *
   * @param options.html true if the posts must include `html`
   */
  read(
    organizationSlug: string,
    posts: readonly Pick<CataloguedPost, "key" | "slug" | "post">[],
    options: { html: boolean; now: number },
  ): Promise<(Post | null)[]>;
}
