/**
 * A map that evicts entries that have not been read recently. It keeps two generations: reads and writes move an entry to the young one.
 * When the young one is full, it replaces the old one.
 */
export class BoundedMap<Value> {
  /** Maximum weight of one generation. */
  readonly #most: number;
  readonly #weigh: (value: Value, key: string) => number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #weight = 0;

  /**
   * @param most maximum total weight of the entries
   * @param weigh returns the weight of an entry. Default: 1, so that `most` is the number of entries.
   */
  constructor(most: number, weigh: (value: Value, key: string) => number = () => 1) {
    this.#most = most / 2;
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Returns false if the entry is heavier than a generation. Then it is not kept, and the caller decides what to do without it. */
  set(key: string, value: Value): boolean {
    this.delete(key);
    const weight = this.#weigh(value, key);
    if (weight > this.#most) return false;
    if (this.#weight + weight > this.#most) this.#age();
    this.#young.set(key, value);
    this.#weight += weight;
    return true;
  }

  delete(key: string): void {
    const value = this.#young.get(key);
    if (value !== undefined) this.#weight -= this.#weigh(value, key);
    this.#young.delete(key);
    this.#old.delete(key);
  }

  #age(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#weight = 0;
  }
}
