import type { Organization, Post } from "../content/mod.ts";
import { type Freshness, lastModified } from "../sitemap/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import { type Answer, lastModifiedHeader } from "./answer.ts";

/** The answers of a post. */
export interface Rendering {
  whole: Answer;
  /** The answer for callers without a key, where it is another. */
  withheld?: Answer;
}

interface DatedRendering extends Rendering {
  /** Milliseconds since the epoch; `-Infinity` where no time is known. */
  modified: number;
}

/** The answers of a post as it was rendered, and what it was rendered from. */
export class RenderedPost {
  /** The post's. */
  readonly version: string;
  readonly bytes: number;
  /** The content source's last change when the post was found unchanged. */
  seenAt: number | undefined;
  /** When the store last confirmed that post and organization are unchanged: milliseconds since the epoch. */
  confirmedAt: number = -Infinity;
  readonly #organization: Pick<Organization, "id" | "version">;
  readonly #rendering: Rendering;
  readonly #sources: Freshness[];
  #dated: DatedRendering | undefined;

  constructor(organization: Organization, post: Post, rendering: Rendering) {
    this.version = post.version ?? "";
    this.bytes = bytesOf(rendering.whole) + bytesOf(rendering.withheld);
    this.#organization = organization;
    this.#rendering = rendering;
    this.#sources = [toFreshness(post), toFreshness(organization)];
  }

  /** Whether it can be told from what it will be when post or organization have changed. */
  get hasVersion(): boolean {
    return this.#organization.version !== undefined && this.version !== "";
  }

  /** Whether it was rendered for the organization as it is. */
  isOf({ id, version }: Organization): boolean {
    return this.#organization.id === id && this.#organization.version === version;
  }

  /**
   * Returns the answer for a caller with or without a key. It was last modified with the post, or with what the organization says of its
   * site.
   */
  answerAt(now: number, hasKey: boolean): Answer {
    const { whole, withheld = whole } = this.#renderingAt(now);
    return hasKey ? whole : withheld;
  }

  #renderingAt(now: number): Rendering {
    let modified = -Infinity;
    for (const source of this.#sources) modified = Math.max(modified, lastModified(source, now) ?? -Infinity);
    if (this.#dated?.modified !== modified) this.#dated = { modified, ...this.#date(modified) };
    return this.#dated;
  }

  /** A date tells nothing where it is that of two answers: a client that gets a key has another then. */
  #date(modified: number): Rendering {
    const { whole, withheld } = this.#rendering;
    if (withheld === undefined) return { whole: date(whole, modified, true) };
    return { whole: date(whole, modified, false), withheld: date(withheld, modified, false) };
  }
}

function date(answer: Answer, modified: number, isDated: boolean): Answer {
  const lastModified = lastModifiedHeader(modified === -Infinity ? undefined : modified);
  return { ...answer, headers: { ...answer.headers, ...lastModified }, isDated, isShared: true };
}

function bytesOf(answer: Answer | undefined): number {
  return answer?.body instanceof Uint8Array ? answer.body.length : 0;
}

/** The timestamps as numbers, which need not be read for every request. */
function toFreshness({ updatedAt, createdAt }: Freshness): Freshness {
  return { updatedAt: toMilliseconds(updatedAt), createdAt: toMilliseconds(createdAt) };
}
