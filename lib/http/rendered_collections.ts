import { BoundedMap } from "../bounded_map.ts";
import { isBoundToRequest } from "../bound_to_request.ts";
import type { Awaitable } from "../awaitable.ts";
import type { Answer } from "./answer.ts";
import { withEtag } from "./conditional.ts";
import { keptAnswerBytes } from "./kept_answer_bytes.ts";

/** An answer that is made of many posts. */
export interface RenderedCollection {
  answer: Answer;
  /** Until when it is good by the clock alone: milliseconds since the epoch. */
  goodUntil: number;
}

/** Which collection is asked for. */
export interface CollectionPlace {
  /** Media type, path and query. */
  name: string;
  /** Stands for all that it is made of; undefined when that is not known. */
  state: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

type Render = () => Promise<RenderedCollection>;

/**
 * The lists, sitemaps and feeds that were asked for last, rendered once per state of what they are made of. Whether a state is still
 * that of now is never guessed: it is read with every request, and before the posts are.
 */
export class RenderedCollections {
  readonly #rendered: BoundedMap<RenderedCollection & { state: string }>;
  /** Those that are being made, by name and state: who asks meanwhile waits for the one. */
  readonly #underWay = new Map<string, Promise<RenderedCollection>>();

  /** @param mostBytes how many bytes of answers are kept; the least recently used go first */
  constructor(mostBytes: number) {
    this.#rendered = new BoundedMap(mostBytes, ({ answer }, name) => keptAnswerBytes(name, lengthOf(answer)));
  }

  /** The answer as it was rendered last while that is good, or as it is rendered now. */
  answer({ name, state, now }: CollectionPlace, render: Render): Awaitable<Answer> {
    if (state === undefined) return render().then(({ answer }) => answer);
    const known = this.#rendered.get(name);
    if (known !== undefined && known.state === state && now < known.goodUntil) return known.answer;
    const renderAndKeep: Render = async () => this.#keep(name, state, await render());
    return this.#once(`${name} ${state}`, now, renderAndKeep);
  }

  async #once(key: string, now: number, render: Render): Promise<Answer> {
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      const other = await underWay;
      // A stream can be read once only.
      if (other.answer.isShared === true && now < other.goodUntil) return other.answer;
    }
    const rendering = render();
    if (!isBoundToRequest) {
      this.#underWay.set(key, rendering);
      const forget = (): void => void this.#underWay.delete(key);
      rendering.then(forget, forget);
    }
    return (await rendering).answer;
  }

  #keep(name: string, state: string, { answer, goodUntil }: RenderedCollection): RenderedCollection {
    if (!(answer.body instanceof Uint8Array)) return { answer, goodUntil };
    const rendered = { answer: { ...withEtag(answer), isShared: true }, goodUntil, state };
    this.#rendered.set(name, rendered);
    return rendered;
  }
}

function lengthOf({ body }: Answer): number {
  return body instanceof Uint8Array ? body.length : 0;
}
