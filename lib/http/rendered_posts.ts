import type { Organization, Post } from "../content/mod.ts";
import type { Answer } from "./answer.ts";

/** The answer of a post as it was rendered, and what it was rendered from. */
interface Rendered {
  version: string;
  answer: Answer;
}

/**
 * The answers of the posts that were asked for last, rendered once per version of post and organization. Whether a version is still
 * the one of now is never guessed: the content source says it with every request.
 */
export class RenderedPosts {
  readonly #mostBytes: number;
  readonly #rendered = new Map<string, Rendered>();
  #bytes = 0;

  /** @param mostBytes how many bytes of bodies are kept; the least recently used go first */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The answer for a post, rendered unless that was done for these versions. What has no version is rendered every time. */
  answer(organization: Organization, post: Post, render: () => Answer): Answer {
    if (organization.version === undefined || post.version === undefined) return render();
    const key = `${organization.id} ${post.id}`;
    const version = `${organization.version} ${post.version}`;
    const known = this.#take(key);
    const rendered = known?.version === version ? known : { version, answer: render() };
    this.#put(key, rendered);
    return rendered.answer;
  }

  #take(key: string): Rendered | undefined {
    const rendered = this.#rendered.get(key);
    if (rendered === undefined) return undefined;
    this.#rendered.delete(key);
    this.#bytes -= sizeOf(rendered);
    return rendered;
  }

  #put(key: string, rendered: Rendered): void {
    this.#rendered.set(key, rendered);
    this.#bytes += sizeOf(rendered);
    for (const oldest of this.#rendered.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#take(oldest);
    }
  }
}

function sizeOf({ answer }: Rendered): number {
  return answer.body?.length ?? 0;
}
