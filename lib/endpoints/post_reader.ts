import type { ContentSource, Post, PostPage, PostQuery } from "../content/mod.ts";
import { type Timestamp, toMilliseconds } from "../timestamp.ts";

/** What has times of its own. */
type Timed = Partial<Record<"updatedAt" | "createdAt" | "publishedAt", Timestamp>>;

/** Reads the posts of one answer, and finds until when the answer is good by the clock alone. */
export class PostReader {
  /** When the answer is made, in milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds since the epoch; `Infinity` when only a write makes the answer another. */
  goodUntil: number = Infinity;
  readonly #content: ContentSource;

  constructor(content: ContentSource, now: number) {
    this.#content = content;
    this.now = now;
  }

  async listPosts(organizationSlug: string, query: PostQuery): Promise<PostPage> {
    const page = await this.#content.listPosts(organizationSlug, query);
    this.changesAt(page.changesAt ?? Infinity);
    for (const post of page.posts) this.dependsOn(post);
    return page;
  }

  async getPost(organizationSlug: string, slug: string): Promise<Post | null> {
    return this.#content.getPost(organizationSlug, slug);
  }

  /** A time counts when it has come: until then, that of something to come makes the answer another. */
  dependsOn({ updatedAt, createdAt, publishedAt }: Timed): void {
    for (const timestamp of [updatedAt, createdAt, publishedAt]) {
      const time = toMilliseconds(timestamp);
      if (time !== undefined && time > this.now) this.changesAt(time);
    }
  }

  /** The answer is another from a time on: from now on, when it says what time it is. */
  changesAt(time: number): void {
    this.goodUntil = Math.min(this.goodUntil, time);
  }
}
