const maxChunkSize = 512;

interface Entry<Value> {
  readonly key: string;
  value: Value;
}

/** A map with sorted keys: sorted chunks of entries, and a hash map of the same entries. */
export class OrderedMap<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #chunks: Entry<Value>[][] = [];

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: Value): void {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    const entry = { key, value };
    this.#entries.set(key, entry);
    this.#insert(entry);
  }

  delete(key: string): void {
    if (!this.#entries.delete(key)) return;
    const index = this.#chunkOf(key);
    const chunk = this.#chunks[index] ?? [];
    chunk.splice(lowerBound(chunk, key), 1);
    if (chunk.length === 0) this.#chunks.splice(index, 1);
  }

  /** Yields the entries with `start <= key < end`, in order or backwards. The map must not change during the iteration. */
  *range(start = "", end?: string, reverse = false): Generator<[string, Value]> {
    for (const { key, value } of reverse ? this.#backwards(end) : this.#forwards(start)) {
      if (reverse ? key < start : end !== undefined && key >= end) return;
      yield [key, value];
    }
  }

  *#forwards(start: string): Generator<Entry<Value>> {
    let index = this.#chunkOf(start);
    let position = lowerBound(this.#chunks[index] ?? [], start);
    for (; index < this.#chunks.length; index++, position = 0) {
      const chunk = this.#chunks[index] ?? [];
      for (; position < chunk.length; position++) yield chunk[position] as Entry<Value>;
    }
  }

  *#backwards(end: string | undefined): Generator<Entry<Value>> {
    let index = end === undefined ? this.#chunks.length - 1 : this.#chunkOf(end);
    let position = end === undefined ? maxChunkSize : lowerBound(this.#chunks[index] ?? [], end);
    for (; index >= 0; index--, position = maxChunkSize) {
      const chunk = this.#chunks[index] ?? [];
      for (let at = Math.min(position, chunk.length) - 1; at >= 0; at--) yield chunk[at] as Entry<Value>;
    }
  }

  #insert(entry: Entry<Value>): void {
    const index = this.#chunkOf(entry.key);
    const chunk = this.#chunks[index];
    if (chunk === undefined) {
      this.#chunks.push([entry]);
      return;
    }
    chunk.splice(lowerBound(chunk, entry.key), 0, entry);
    if (chunk.length > maxChunkSize) this.#chunks.splice(index + 1, 0, chunk.splice(maxChunkSize >> 1));
  }

  /** Returns the index of the last chunk that begins at or before the key, or 0. */
  #chunkOf(key: string): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#chunks[middle]?.[0]?.key ?? "") <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** Returns the index of the first sorted entry whose key is not less than `key`. */
function lowerBound(entries: readonly { key: string }[], key: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.key ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
