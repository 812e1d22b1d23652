const largestChunk = 512;

/** A map whose keys are kept in order: sorted chunks of keys beside a hash map of values. */
export class OrderedMap<Value> {
  readonly #values = new Map<string, Value>();
  readonly #chunks: string[][] = [];

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    if (!this.#values.has(key)) this.#insert(key);
    this.#values.set(key, value);
  }

  delete(key: string): void {
    if (!this.#values.delete(key)) return;
    const index = this.#chunkOf(key);
    const chunk = this.#chunks[index] ?? [];
    chunk.splice(lowerBound(chunk, key), 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  /** The entries with `start <= key < end`, in order or backwards. The map must not change meanwhile. */
  *range(start = "", end?: string, reverse = false): Generator<[string, Value]> {
    for (const key of reverse ? this.#keysBackwards(end) : this.#keysForwards(start)) {
      if (reverse ? key < start : end !== undefined && key >= end) return;
      yield [key, this.#values.get(key) as Value];
    }
  }

  *#keysForwards(start: string): Generator<string> {
    let index = this.#chunkOf(start);
    let position = lowerBound(this.#chunks[index] ?? [], start);
    for (; index < this.#chunks.length; index++, position = 0) {
      const chunk = this.#chunks[index] ?? [];
      for (; position < chunk.length; position++) yield chunk[position] as string;
    }
  }

  *#keysBackwards(end: string | undefined): Generator<string> {
    let index = end === undefined ? this.#chunks.length - 1 : this.#chunkOf(end);
    let position = end === undefined ? largestChunk : lowerBound(this.#chunks[index] ?? [], end);
    for (; index >= 0; index--, position = largestChunk) {
      const chunk = this.#chunks[index] ?? [];
      for (let at = Math.min(position, chunk.length) - 1; at >= 0; at--) yield chunk[at] as string;
    }
  }

  #insert(key: string): void {
    const index = this.#chunkOf(key);
    const chunk = this.#chunks[index];
    if (chunk === undefined) {
      this.#chunks.push([key]);
      return;
    }
    chunk.splice(lowerBound(chunk, key), 0, key);
    if (chunk.length > largestChunk) this.#chunks.splice(index + 1, 0, chunk.splice(largestChunk >> 1));
  }

  /** The last chunk that begins at or before the key, or the first chunk. */
  #chunkOf(key: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#chunks[middle]?.[0] ?? "") <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** The index of the first of the sorted keys that is not less than `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
