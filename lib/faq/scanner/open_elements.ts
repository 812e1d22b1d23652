import type { Collector } from "./collector.ts";
import { KINDS, Trait, TRAITS } from "./tags.ts";

/** Maximum depth of the scanner. Deeper pages need the tree. The bound makes every search below constant time. */
export const MAX_DEPTH = 256;

const NO_COUNTS: readonly number[] = Array.from({ length: KINDS }, () => 0);

/**
 * The stack of open elements (WHATWG HTML, 13.2.4.2), without the root. While formatting is well nested, its formatting
 * and marker elements are also the list of active formatting elements.
 */
export class OpenElements {
  length = 0;
  /** The reason why the scanner must give up: the two lists differ, or the depth exceeds the maximum. */
  unsure: string | undefined;
  readonly #kinds: number[] = [];
  /** The source index of each element's name. */
  readonly #nameStarts: number[] = [];
  readonly #counts: number[] = NO_COUNTS.slice();
  #formatting = 0;
  readonly #collector: Collector;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  /** The kind of the current node; 0 for an unknown name, -1 for the root. */
  get current(): number {
    return this.length === 0 ? -1 : this.kindAt(this.length - 1);
  }

  /** Returns true if later markup cannot change the tree so far: no formatting element or table is open. */
  isSettled(table: number): boolean {
    return this.#formatting === 0 && this.count(table) === 0;
  }

  kindAt(index: number): number {
    return this.#kinds[index] ?? 0;
  }

  nameStartAt(index: number): number {
    return this.#nameStarts[index] ?? 0;
  }

  /** Returns the number of open elements of a kind. */
  count(kind: number): number {
    return this.#counts[kind] ?? 0;
  }

  push(kind: number, nameStart: number, isHidden: boolean): void {
    if (this.length === MAX_DEPTH) {
      this.unsure = "deep nesting";
      return;
    }
    const traits = TRAITS[kind] ?? 0;
    if (isHidden) this.#collector.openedHidden(this.length + 1);
    if ((traits & Trait.block) !== 0) this.#collector.lineBreak();
    if ((traits & Trait.formatting) !== 0) this.#formatting++;
    this.#kinds[this.length] = kind;
    this.#nameStarts[this.length] = nameStart;
    this.#counts[kind] = this.count(kind) + 1;
    this.length++;
  }

  pop(): void {
    const kind = this.kindAt(--this.length);
    const traits = TRAITS[kind] ?? 0;
    if ((traits & Trait.block) !== 0) this.#collector.lineBreak();
    if ((traits & Trait.formatting) !== 0) this.#formatting--;
    this.#counts[kind] = this.count(kind) - 1;
    if (this.length < this.#collector.watch) this.#collector.closed(this.length);
  }

  /** Closes the elements from an index on. The parser would reopen formatting elements among them. */
  popTo(index: number): void {
    while (this.length > index) {
      if (((TRAITS[this.kindAt(this.length - 1)] ?? 0) & Trait.formatting) !== 0)
        this.unsure = "formatting not closed";
      this.pop();
    }
  }

  /** Closes the marker element at an index with its content. Formatting elements inside it are not reopened. */
  popToMarker(index: number): void {
    while (this.length > index + 1) {
      if (((TRAITS[this.kindAt(this.length - 1)] ?? 0) & Trait.marker) !== 0)
        this.unsure = "markers not nested";
      this.pop();
    }
    this.pop();
  }

  /** Closes elements whose end tags are implied, up to an element of the kind `except`. */
  closeImplied(except: number): void {
    for (;;) {
      const kind = this.current;
      if (kind <= 0 || kind === except || ((TRAITS[kind] ?? 0) & Trait.impliedEnd) === 0) return;
      this.pop();
    }
  }

  /** Returns the index of the topmost element of a kind, or -1 if no such element is above the topmost edge. */
  find(kind: number, edges: number): number {
    if (this.count(kind) === 0) return -1;
    for (let index = this.length - 1; index >= 0; index--) {
      const found = this.kindAt(index);
      if (found === kind) return index;
      if (((TRAITS[found] ?? 0) & edges) !== 0) return -1;
    }
    return -1;
  }

  /** Returns the index of the topmost element with a trait, or -1 if no such element is above the topmost edge. */
  findTrait(trait: number, edges: number): number {
    for (let index = this.length - 1; index >= 0; index--) {
      const traits = TRAITS[this.kindAt(index)] ?? 0;
      if ((traits & trait) !== 0) return index;
      if ((traits & edges) !== 0) return -1;
    }
    return -1;
  }
}
