import { readdirSync } from "node:fs";
import { join } from "node:path";
import { OrderedMap } from "../ordered_map.ts";
import { codeOf, FileStoreError } from "./file_store_error.ts";
import { partitionDirectory, partOfFile, partOfName } from "./record_path.ts";

/**
 * The keys of each partition in order. A partition's keys are read once, from the names of its
 * files; the files themselves stay closed.
 */
export class RecordIndex {
  readonly #root: string;
  readonly #partitions = new Map<string, OrderedMap<true>>();

  constructor(root: string) {
    this.#root = root;
  }

  has(partition: string, key: string): boolean {
    return this.#keysOf(partition).get(key) === true;
  }

  add(partition: string, key: string): void {
    this.#keysOf(partition).set(key, true);
  }

  delete(partition: string, key: string): void {
    this.#keysOf(partition).delete(key);
  }

  *range(partition: string, start?: string, end?: string, reverse?: boolean): Generator<string> {
    for (const [key] of this.#keysOf(partition).range(start, end, reverse)) yield key;
  }

  #keysOf(partition: string): OrderedMap<true> {
    let keys = this.#partitions.get(partition);
    if (keys === undefined) {
      keys = new OrderedMap();
      for (const key of keysIn(partitionDirectory(this.#root, partition), "")) keys.set(key, true);
      this.#partitions.set(partition, keys);
    }
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
    if (codeOf(error) === "ENOENT") return [];
    throw new FileStoreError("Cannot list the records", directory, error);
  }
}
