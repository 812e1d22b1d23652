import { type Awaitable, isPromise } from "../awaitable.ts";
import type { Store } from "./store.ts";

/**
 * Questions to the store that many ask at the same time. Where what is asked for in one turn of the event loop is sent together, all who
 * ask the same in it share one answer. None shares one that was sent before it asked, which could be older than a change it knows of.
 */
export class SharedQuestions<Answer> {
  readonly #store: Store;
  #unsent = new Map<string, Promise<Answer>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Asks a question, unless one of this name is still to be sent. */
  ask(name: string, question: () => Awaitable<Answer>): Awaitable<Answer> {
    const unsent = this.#unsent.get(name);
    if (unsent !== undefined) return unsent;
    const answer = question();
    if (isPromise(answer) && this.#store.sendsTogether) this.#share(name, answer);
    return answer;
  }

  #share(name: string, answer: Promise<Answer>): void {
    if (this.#unsent.size === 0) this.#store.beforeSending(() => (this.#unsent = new Map()));
    this.#unsent.set(name, answer);
  }
}
