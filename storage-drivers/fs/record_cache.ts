import type { FileRecord } from "./record_file.ts";

interface Entry {
  record: FileRecord;
  size: number;
}

/** The records last read or written, up to a number of characters of their files. */
export class RecordCache {
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(file: string): FileRecord | undefined {
    const entry = this.#entries.get(file);
    if (entry === undefined) return undefined;
    this.#entries.delete(file);
    this.#entries.set(file, entry);
    return entry.record;
  }

  set(file: string, record: FileRecord, size: number): void {
    this.delete(file);
    if (size > this.#limit) return;
    this.#entries.set(file, { record, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(file: string): void {
    this.#size -= this.#entries.get(file)?.size ?? 0;
    this.#entries.delete(file);
  }
}
