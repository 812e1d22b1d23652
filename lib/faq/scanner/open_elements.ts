import type { Collector } from "./collector.ts";
import { KINDS, Trait, TRAITS } from "./tags.ts";

/** A page that nests deeper is for the tree. The bound makes every search below constant time. */
export const MAX_DEPTH = 256;

const NO_COUNTS: readonly number[] = Array.from({ length: KINDS }, () => 0);

/**
 * The stack of open elements (WHATWG HTML, 13.2.4.2), without its root. As long as formatting is well nested it is the
 * list of active formatting elements too: those are its formatting elements, and its marker elements are the markers.
 */
export class OpenElements {
  length = 0;
  /** Set when closing an element left the two apart, or the depth ran out. */
  unsure: string | undefined;
  readonly #kinds: number[] = [];
  /** Where the name of an element is in the source. */
  readonly #nameStarts: number[] = [];
  readonly #counts: number[] = NO_COUNTS.slice();
  #formatting = 0;
  readonly #collector: Collector;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  /** The kind of the current node, 0 when its name is not known, -1 when it is the root. */
  get current(): number {
    return this.length === 0 ? -1 : this.kindAt(this.length - 1);
  }

  /** Whether nothing to come can still change what is in the tree: neither formatting nor a table is open. */
  isSettled(table: number): boolean {
    return this.#formatting === 0 && this.count(table) === 0;
  }

  kindAt(index: number): number {
    return this.#kinds[index] ?? 0;
  }

  nameStartAt(index: number): number {
    return this.#nameStarts[index] ?? 0;
  }

  /** How many elements of a kind are open. */
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

  /** Closes the elements from an index on, where formatting among them would be opened again. */
  popTo(index: number): void {
    while (this.length > index) {
      if (((TRAITS[this.kindAt(this.length - 1)] ?? 0) & Trait.formatting) !== 0)
        this.unsure = "formatting not closed";
      this.pop();
    }
  }

  /** Closes the marker element at an index with what is in it: formatting among that is forgotten with the marker. */
  popToMarker(index: number): void {
    while (this.length > index + 1) {
      if (((TRAITS[this.kindAt(this.length - 1)] ?? 0) & Trait.marker) !== 0)
        this.unsure = "markers not nested";
      this.pop();
    }
    this.pop();
  }

  /** Closes elements whose end tags are implied, up to one of the kind excepted. */
  closeImplied(except: number): void {
    for (;;) {
      const kind = this.current;
      if (kind <= 0 || kind === except || ((TRAITS[kind] ?? 0) & Trait.impliedEnd) === 0) return;
      this.pop();
    }
  }

  /** The index of the topmost element of a kind that no element of these traits is above, or -1. */
  find(kind: number, edges: number): number {
    if (this.count(kind) === 0) return -1;
    for (let index = this.length - 1; index >= 0; index--) {
      const found = this.kindAt(index);
      if (found === kind) return index;
      if (((TRAITS[found] ?? 0) & edges) !== 0) return -1;
    }
    return -1;
  }

  /** The index of the topmost element of a trait that no element of the other traits is above, or -1. */
  findTrait(trait: number, edges: number): number {
    for (let index = this.length - 1; index >= 0; index--) {
      const traits = TRAITS[this.kindAt(index)] ?? 0;
      if ((traits & trait) !== 0) return index;
      if ((traits & edges) !== 0) return -1;
    }
    return -1;
  }
}
