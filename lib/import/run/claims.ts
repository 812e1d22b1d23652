import { detachedText } from "../values/detached_text.ts";

/** The names that the items of one import take. Without claims, two posts with one name would overwrite each other. */
export class Claims {
  readonly #claimed = new Set<string>();
  /** The last number that was tried for a name. */
  readonly #numbers = new Map<string, number>();
  readonly #withNumber: (name: string, number: number) => string;

  /** @param withNumber adds a number to a name that is taken */
  constructor(withNumber: (name: string, number: number) => string) {
    this.#withNumber = withNumber;
  }

  /** True if an item of the import has the name. */
  has(name: string): boolean {
    return this.#claimed.has(name);
  }

  /** Claims a name. Returns false if another item of the import has it. */
  claim(name: string): boolean {
    if (this.#claimed.has(name)) return false;
    this.#claimed.add(detachedText(name));
    return true;
  }

  /** Claims the first free name of `hello-2`, `hello-3` and so on. */
  claimNext(name: string): string {
    for (let number = (this.#numbers.get(name) ?? 1) + 1; ; number++) {
      const next = this.#withNumber(name, number);
      if (!this.claim(next)) continue;
      this.#numbers.set(name, number);
      return next;
    }
  }
}
