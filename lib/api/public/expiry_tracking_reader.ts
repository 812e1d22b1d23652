import type {
  ContentPort,
  NamedPosts,
  Organization,
  Post,
  PostPage,
  PostQuery,
  PostsToName,
  RedirectPage,
  RedirectQuery,
} from "../../content/mod.ts";
import { type Timestamp, toMilliseconds } from "../../base/time/timestamp.ts";

type Timed = Partial<Record<"updatedAt" | "createdAt" | "publishedAt", Timestamp>>;

/** The parts of the content port that it reads. */
type Content = Pick<ContentPort, "source" | "listRedirects" | "nameReferences">;

/**
 * Reads the posts of one response, and finds the time at which the response expires without a write. When the client is gone, the next read
 * throws the reason of the signal. So lists, sitemaps, feeds and exports stop.
 */
export class ExpiryTrackingReader {
  /** Time of the response, in milliseconds since the epoch. */
  readonly now: number;
  /** Expiry of the response, in milliseconds since the epoch. `Infinity` means that only a write changes the response. */
  goodUntil: number = Infinity;
  readonly #content: Content;

  readonly #signal: AbortSignal;

  constructor(content: Content, now: number, signal: AbortSignal) {
    this.#content = content;
    this.now = now;
    this.#signal = signal;
  }

  async listPosts(organizationSlug: string, query: PostQuery): Promise<PostPage> {
    this.#signal.throwIfAborted();
    const page = await this.#content.source.listPosts(organizationSlug, query);
    this.changesAt(page.changesAt ?? Infinity);
    for (const post of page.posts) this.dependsOn(post);
    return page;
  }

  async listRedirects(organizationSlug: string, query: RedirectQuery): Promise<RedirectPage> {
    this.#signal.throwIfAborted();
    const page = await this.#content.listRedirects(organizationSlug, query);
    this.changesAt(page.changesAt ?? Infinity);
    return page;
  }

  /** Names the posts that public posts refer to, with at most two reads. */
  async nameReferences(
    organization: Organization,
    posts: Omit<PostsToName, "now">,
  ): Promise<Omit<NamedPosts, "changesAt">> {
    const { changesAt, ...named } = await this.#content.nameReferences(organization, {
      ...posts,
      now: this.now,
    });
    this.changesAt(changesAt);
    return named;
  }

  async getPost(organizationSlug: string, slug: string): Promise<Post | null> {
    this.#signal.throwIfAborted();
    return this.#content.source.getPost(organizationSlug, slug);
  }

  /** Limits the response's expiry to the record's earliest future timestamp, because the response changes at that time. */
  dependsOn({ updatedAt, createdAt, publishedAt }: Timed): void {
    for (const timestamp of [updatedAt, createdAt, publishedAt]) {
      const time = toMilliseconds(timestamp);
      if (time !== undefined && time > this.now) this.changesAt(time);
    }
  }

  /** Records that the response changes at this time. Pass the current time if the response contains the current time. */
  changesAt(time: number): void {
    this.goodUntil = Math.min(this.goodUntil, time);
  }
}
