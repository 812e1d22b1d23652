import type { FileRecord } from "./record_file.ts";

interface Entry {
  record: FileRecord;
  size: number;
}

/**
 * Caches the records that were last read or written. The limit is a number of characters. There are two generations: when the young
 * generation reaches half of the limit, the old generation is dropped. This is cheaper than an exact LRU order.
 */
export class RecordCache {
  readonly #limit: number;
  #young = new Map<string, Entry>();
  #old = new Map<string, Entry>();
  #youngSize = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(file: string): FileRecord | undefined {
    const young = this.#young.get(file);
    if (young !== undefined) return young.record;
    const old = this.#old.get(file);
    if (old === undefined) return undefined;
    this.set(file, old.record, old.size);
    return old.record;
  }

  set(file: string, record: FileRecord, size: number): void {
    this.delete(file);
    if (2 * size > this.#limit) return;
    if (2 * (this.#youngSize + size) > this.#limit) this.#age();
    this.#young.set(file, { record, size });
    this.#youngSize += size;
  }

  delete(file: string): void {
    this.#youngSize -= this.#young.get(file)?.size ?? 0;
    this.#young.delete(file);
    this.#old.delete(file);
  }

  clear(): void {
    this.#age();
    this.#age();
  }

  #age(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngSize = 0;
  }
}
