import { type Awaitable, isPromise } from "../awaitable.ts";
import type { Store } from "./store.ts";

/**
 * Questions to the store that many ask at the same time. Where what is asked for in one turn of the event loop is sent together, all who
 * ask the same in it share one answer. None shares one that was sent before it asked, which could be older than a change it knows of.
 */
export class SharedQuestions<Answer> {
  readonly #store: Store;
  #unsent = new Map<unknown, Promise<Answer>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Asks a question, unless the same is still to be sent.
   *
   * @param name what is the same for the same question: a text, or the object that is asked about
   */
  ask(name: unknown, question: () => Awaitable<Answer>): Awaitable<Answer> {
    const unsent = this.#unsent.get(name);
    if (unsent !== undefined) return unsent;
    const answer = question();
    if (isPromise(answer) && this.#store.sendsTogether) this.#share(name, answer);
    return answer;
  }

  #share(name: unknown, answer: Promise<Answer>): void {
    if (this.#unsent.size === 0) this.#store.beforeSending(() => (this.#unsent = new Map()));
    this.#unsent.set(name, answer);
  }
}
