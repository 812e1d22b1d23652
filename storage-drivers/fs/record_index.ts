import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { OpenedPlace } from "../directory/opened_place.ts";
import { OrderedMap } from "../memory/ordered_map.ts";
import { systemErrorCode } from "../directory/system_error_text.ts";
import { FileStoreError } from "../directory/file_store_error.ts";
import { partitionDirectory, partOfFile, partOfName } from "./record_path.ts";

/**
 * The sorted keys of each partition. They are read once, from the file names, without opening the files.
 */
export class RecordIndex {
  readonly #root: string;
  readonly #place: OpenedPlace;
  readonly #partitions = new Map<string, OrderedMap<true>>();

  constructor(root: string, place: OpenedPlace) {
    this.#root = root;
    this.#place = place;
  }

  has(partition: string, key: string): boolean {
    return this.#keysOf(partition).get(key) === true;
  }

  add(partition: string, key: string): void {
    const keys = this.#keysOf(partition);
    keys.set(key, true);
    this.#partitions.set(partition, keys);
  }

  delete(partition: string, key: string): void {
    const keys = this.#keysOf(partition);
    keys.delete(key);
    if (keys.size === 0) this.#partitions.delete(partition);
  }

  /** Forgets all keys. They are read again when they are needed. */
  clear(): void {
    this.#partitions.clear();
  }

  *range(partition: string, start?: string, end?: string, reverse?: boolean): Generator<string> {
    for (const [key] of this.#keysOf(partition).range(start, end, reverse)) yield key;
  }

  /** Returns the keys of a partition. Empty partitions are not cached, so that requests for unknown names cannot fill the memory. */
  #keysOf(partition: string): OrderedMap<true> {
    const known = this.#partitions.get(partition);
    if (known !== undefined) return known;
    const keys = new OrderedMap<true>();
    for (const key of keysIn(partitionDirectory(this.#root, partition), "")) keys.set(key, true);
    // The file names of a different store must not be cached.
    this.#place.assertInPlace();
    if (keys.size > 0) this.#partitions.set(partition, keys);
    return keys;
  }
}

function* keysIn(directory: string, prefix: string): Generator<string> {
  for (const entry of entriesOf(directory)) {
    if (entry.isDirectory()) {
      const part = partOfName(entry.name);
      if (part !== undefined) yield* keysIn(join(directory, entry.name), `${prefix}${part}!`);
    } else {
      const part = partOfFile(entry.name);
      if (part !== undefined) yield prefix + part;
    }
  }
}

function entriesOf(directory: string): { name: string; isDirectory(): boolean }[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw new FileStoreError("Cannot list the records", directory, error);
  }
}
