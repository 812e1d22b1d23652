import { DistanceRows } from "./distance_rows.ts";
import type { Work } from "./work.ts";

/** Number of children above which a node finds them by a map. */
const fewChildren = 16;
const none = -1;

/**
 * Words in a tree of their UTF-16 units. Nodes are integers, because objects would take several times as much memory. The end of a word that
 * shares no beginning with another one has no nodes of its own: the last node keeps the whole word.
 */
export class WordTrie {
  #units = new Uint16Array(64);
  /** First child and next sibling of each node. 0: none, because the root is neither. */
  #children = new Int32Array(64);
  #siblings = new Int32Array(64);
  /** Number of the word that ends at a node, or is the only one below it. */
  #ends = new Int32Array(64).fill(none);
  #nodes = 1;
  readonly #words: string[] = [];
  /** Children by unit of the nodes with many. */
  readonly #wide = new Map<number, Map<number, number>>();

  /** Size in bytes, without the words. */
  get bytes(): number {
    return 14 * this.#units.length + 8 * this.#words.length;
  }

  /** Adds a word that is new. */
  add(word: string): void {
    const number = this.#words.push(word) - 1;
    let node = 0;
    for (let depth = 0; ; depth++) {
      this.#moveDown(node, depth);
      if (depth === word.length) {
        this.#ends[node] = number;
        return;
      }
      const child = this.#childOf(node, word.charCodeAt(depth));
      if (child === 0) {
        this.#addChild(node, word.charCodeAt(depth), number);
        return;
      }
      node = child;
    }
  }

  /** Calls `visit` with each word that begins with a prefix, in no order. Each node is work. */
  *withPrefix(prefix: string, work: Work, visit: (word: string) => void): Generator<void, void> {
    let node = 0;
    for (let depth = 0; depth < prefix.length; depth++) {
      const child = this.#childOf(node, prefix.charCodeAt(depth));
      if (child === 0) {
        const only = this.#onlyWord(node);
        if (only?.startsWith(prefix) === true) visit(only);
        return;
      }
      node = child;
    }
    const stack = [node];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const word = this.#words[this.#ends[next] as number];
      if (word?.startsWith(prefix) === true) visit(word);
      this.#push(next, stack);
      if (work.add(1)) yield;
    }
  }

  /**
   * Calls `visit` with each word within a number of inserted, deleted, replaced and swapped units, and with this number. It leaves out the
   * parts of the tree that are too far away. Each node is work.
   */
  *near(
    word: string,
    { most, work }: { most: number; work: Work },
    visit: (word: string, distance: number) => void,
  ): Generator<void, void> {
    const rows = new DistanceRows(word, most);
    const stack: number[] = [];
    const depths: number[] = [];
    this.#push(0, stack);
    for (const _ of stack) depths.push(1);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const depth = depths.pop() as number;
      if (work.add(1)) yield;
      if (rows.add(depth, this.#units[node] as number) > most) continue;
      const end = this.#words[this.#ends[node] as number];
      if (end !== undefined) {
        const distance = rows.distanceOf(end, depth);
        if (distance <= most) visit(end, distance);
      }
      this.#push(node, stack);
      while (depths.length < stack.length) depths.push(depth + 1);
    }
  }

  #childOf(node: number, unit: number): number {
    const wide = this.#wide.get(node);
    if (wide !== undefined) return wide.get(unit) ?? 0;
    let child = this.#children[node] as number;
    while (child !== 0 && this.#units[child] !== unit) child = this.#siblings[child] as number;
    return child;
  }

  #addChild(node: number, unit: number, end: number): void {
    if (this.#nodes === this.#units.length) this.#grow();
    const child = this.#nodes++;
    this.#units[child] = unit;
    this.#ends[child] = end;
    this.#siblings[child] = this.#children[node] as number;
    this.#children[node] = child;
    const wide = this.#wide.get(node);
    if (wide !== undefined) wide.set(unit, child);
    else this.#widen(node);
  }

  /** Gives a node with many children a map. */
  #widen(node: number): void {
    const children: number[] = [];
    this.#push(node, children);
    if (children.length <= fewChildren) return;
    this.#wide.set(node, new Map(children.map((child) => [this.#units[child] as number, child])));
  }

  /** Gives the end of the only word below a node a child, before another word is added there. */
  #moveDown(node: number, depth: number): void {
    const only = this.#onlyWord(node);
    if (only === undefined || only.length === depth) return;
    this.#addChild(node, only.charCodeAt(depth), this.#ends[node] as number);
    this.#ends[node] = none;
  }

  #onlyWord(node: number): string | undefined {
    return this.#children[node] === 0 ? this.#words[this.#ends[node] as number] : undefined;
  }

  #push(node: number, stack: number[]): void {
    for (let child = this.#children[node] as number; child !== 0; child = this.#siblings[child] as number) {
      stack.push(child);
    }
  }

  #grow(): void {
    const size = Math.ceil(this.#nodes * 1.5);
    const grown = <Values extends Uint16Array | Int32Array>(values: Values, copy: Values): Values => {
      copy.set(values);
      return copy;
    };
    this.#units = grown(this.#units, new Uint16Array(size));
    this.#children = grown(this.#children, new Int32Array(size));
    this.#siblings = grown(this.#siblings, new Int32Array(size));
    this.#ends = grown(this.#ends, new Int32Array(size).fill(none));
  }
}
