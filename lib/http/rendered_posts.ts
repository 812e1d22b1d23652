import { BoundedMap } from "../bounded_map.ts";
import type { Organization, Post } from "../content/mod.ts";
import { RenderedPost } from "./rendered_post.ts";
import type { Answer } from "./answer.ts";

/**
 * The answers of the posts that were asked for last, rendered once per version of post and organization. Whether a version is still
 * the one of now is never guessed: the content source says it with every request.
 */
export class RenderedPosts {
  readonly #rendered: BoundedMap<RenderedPost>;

  /** @param mostBytes how many bytes of bodies are kept; the least recently used go first */
  constructor(mostBytes: number) {
    this.#rendered = new BoundedMap(mostBytes, ({ bytes }) => bytes);
  }

  /** The answer of a post as it was rendered last, in this media type. */
  find(organizationSlug: string, slug: string, type: string): RenderedPost | undefined {
    const rendered = this.#rendered.get(keyOf(organizationSlug, slug, type));
    return rendered?.slug === slug ? rendered : undefined;
  }

  /** Keeps the answer of a post, unless it or its organization has no version to know it by. */
  keep(organization: Organization, post: Post, type: string, answer: Answer): RenderedPost {
    const rendered = new RenderedPost(organization, post, answer);
    if (organization.version !== undefined && post.version !== undefined) {
      this.#rendered.set(keyOf(organization.slug, post.slug, type), rendered);
    }
    return rendered;
  }
}

function keyOf(organizationSlug: string, slug: string, type: string): string {
  return `${type} ${organizationSlug}/${slug}`;
}
