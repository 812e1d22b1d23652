import type { Organization, Post } from "../content/mod.ts";
import { type Freshness, lastModified } from "../sitemap/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import { type Answer, lastModifiedHeader } from "./answer.ts";

/** The answer of a post as it was rendered, and what it was rendered from. */
export class RenderedPost {
  /** The post's. */
  readonly version: string;
  readonly bytes: number;
  /** The content source's last change when the post was found unchanged. */
  seenAt: number | undefined;
  readonly #organization: Pick<Organization, "id" | "version">;
  readonly #answer: Answer;
  readonly #sources: Freshness[];
  #dated: { modified: number; answer: Answer } | undefined;

  constructor(organization: Organization, post: Post, answer: Answer) {
    this.version = post.version ?? "";
    this.bytes = answer.body instanceof Uint8Array ? answer.body.length : 0;
    this.#organization = organization;
    this.#answer = answer;
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

  /** The answer, and when it last changed: with the post, or with what the organization says of its site. */
  answerAt(now: number): Answer {
    let modified = -Infinity;
    for (const source of this.#sources) modified = Math.max(modified, lastModified(source, now) ?? -Infinity);
    if (this.#dated?.modified !== modified) this.#dated = { modified, answer: this.#date(modified) };
    return this.#dated.answer;
  }

  #date(modified: number): Answer {
    const lastModified = lastModifiedHeader(modified === -Infinity ? undefined : modified);
    return {
      ...this.#answer,
      headers: { ...this.#answer.headers, ...lastModified },
      isDated: true,
      isShared: true,
    };
  }
}

/** The timestamps as numbers, which need not be read for every request. */
function toFreshness({ updatedAt, createdAt }: Freshness): Freshness {
  return { updatedAt: toMilliseconds(updatedAt), createdAt: toMilliseconds(createdAt) };
}
