import { BoundedMap } from "../bounded_map.ts";
import { keptAnswerBytes } from "./kept_answer_bytes.ts";
import type { RenderedPost } from "./rendered_post.ts";

/**
 * The answers of the posts that were asked for last, rendered once per version of post and organization. Whether a version is still
 * the one of now is never guessed: the content source says it with every request.
 */
export class RenderedPosts {
  readonly #rendered: BoundedMap<RenderedPost>;

  /** @param mostBytes how many bytes of answers are kept; the least recently used go first */
  constructor(mostBytes: number) {
    this.#rendered = new BoundedMap(mostBytes, ({ bytes }, key) => keptAnswerBytes(key, bytes));
  }

  /** The answer at a path as it was rendered last, in this media type. */
  find(path: string, type: string): RenderedPost | undefined {
    return this.#rendered.get(keyOf(path, type));
  }

  /** Forgets the answers at a path, in all media types. */
  delete(path: string): void {
    for (const type of ["application/json", "text/markdown"]) this.#rendered.delete(keyOf(path, type));
  }

  /** Keeps the answer of a post, unless it or its organization has no version to know it by. */
  keep(path: string, type: string, rendered: RenderedPost): RenderedPost {
    if (rendered.hasVersion) this.#rendered.set(keyOf(path, type), rendered);
    return rendered;
  }
}

/** Nearly all are asked for in JSON, by the path alone: its hash is known from the search for the route. */
function keyOf(path: string, type: string): string {
  return type === "application/json" ? path : `${type} ${path}`;
}
