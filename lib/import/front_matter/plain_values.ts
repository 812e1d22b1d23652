import { isAlias, isMap, isPair, isScalar, isSeq, type YAMLMap } from "yaml";
import type { ComposedYaml } from "./compose_yaml.ts";
import { FrontMatterError } from "./front_matter_error.ts";

/** A name that occurs several times in a mapping. Its last value is used. */
export interface DuplicateKey {
  name: string;
  /** Line of the second occurrence in the file. */
  line: number;
  /** Number of values that are not used. */
  count: number;
}

interface Plain {
  value: unknown;
  /** Number of values in the result if each alias is expanded. */
  size: number;
}

/** Maximum number of values after the expansion of aliases and merge keys, which can produce gigabytes. */
const maxValues = 100_000;

/** Converts a document to plain values, and finds the names that occur several times. */
export function plainValues({ document, lineOf }: ComposedYaml): {
  data: unknown;
  duplicates: DuplicateKey[];
} {
  const reader = new PlainReader(lineOf);
  return { data: reader.read(document?.contents).value, duplicates: [...reader.duplicates.values()] };
}

class PlainReader {
  readonly duplicates = new Map<string, DuplicateKey>();
  readonly #anchors = new Map<string, Plain>();
  readonly #lineOf: (offset: number) => number;

  constructor(lineOf: (offset: number) => number) {
    this.#lineOf = lineOf;
  }

  read(node: unknown): Plain {
    if (isAlias(node)) return this.#readAlias(node.source, node.range?.[0]);
    const plain = isMap(node)
      ? this.#readMap(node)
      : isSeq(node)
        ? this.#readList(node.items)
        : readScalar(node);
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor) this.#anchors.set(anchor, plain);
    return plain;
  }

  #readAlias(source: string, offset = 0): Plain {
    const found = this.#anchors.get(source);
    if (found === undefined) throw new FrontMatterError(`Unresolved alias: ${source}`, this.#lineOf(offset));
    return found;
  }

  #readList(items: readonly unknown[]): Plain {
    const list: unknown[] = [];
    let size = 1;
    for (const item of items) {
      // An item such as `a: b` in a flow list is a pair.
      const plain = isPair(item) ? this.#readPairs([item]) : this.read(item);
      size = this.#checkSize(size + plain.size);
      list.push(plain.value);
    }
    return { value: list, size };
  }

  #readMap({ items }: YAMLMap): Plain {
    return this.#readPairs(items);
  }

  #readPairs(pairs: readonly { key: unknown; value: unknown }[]): Plain {
    const own = new Map<string, unknown>();
    const merged = new Map<string, unknown>();
    let size = 1;
    for (const { key, value } of pairs) {
      const plain = this.read(value);
      size = this.#checkSize(size + plain.size);
      const name = nameOf(this.read(key).value);
      const sources = isScalar(key) && key.type === "PLAIN" && name === "<<" ? mappingsOf(plain.value) : [];
      for (const source of sources) mergeInto(merged, source);
      if (sources.length > 0) continue;
      if (own.has(name)) this.#addDuplicate(name, key);
      own.set(name, plain.value);
    }
    return { value: Object.fromEntries([...merged, ...own]), size };
  }

  #addDuplicate(name: string, key: unknown): void {
    const found = this.duplicates.get(name);
    const offset = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
    if (found === undefined) this.duplicates.set(name, { name, line: this.#lineOf(offset), count: 1 });
    else found.count++;
  }

  #checkSize(size: number): number {
    if (size <= maxValues) return size;
    const reason = `Excessive alias count: its aliases expand to more than ${maxValues} values`;
    throw new FrontMatterError(reason, 2);
  }
}

function readScalar(node: unknown): Plain {
  return { value: isScalar(node) ? (node.value ?? null) : null, size: 1 };
}

/** Returns a key as text. The composer refuses keys that are not text. */
function nameOf(key: unknown): string {
  return typeof key === "string" ? key : key === null ? "" : JSON.stringify(key);
}

/** Returns the mappings that a merge key adds. Returns none if the value is not a mapping or a list of mappings. */
function mappingsOf(value: unknown): object[] {
  const sources: unknown[] = Array.isArray(value) ? value : [value];
  const isValid = sources.every(
    (source) => typeof source === "object" && source !== null && !Array.isArray(source),
  );
  return isValid ? (sources as object[]) : [];
}

/** Adds the entries of a mapping. Earlier mappings take precedence. */
function mergeInto(merged: Map<string, unknown>, source: object): void {
  for (const [name, value] of Object.entries(source)) if (!merged.has(name)) merged.set(name, value);
}
