/** Maximum number of elements that a browser draws for an SVG picture, with repeated parts. */
const mostDrawnElements = 100_000;
/** Maximum nesting of the parts of an SVG picture that use each other. */
const mostNestedParts = 200;

interface Part {
  elements: number;
  uses: string[];
}

/** Counts the elements that a browser draws. A part can be used several times, in parts that are used several times in turn. */
export class RepeatedParts {
  readonly #whole: Part = { elements: 0, uses: [] };
  /** For each open element, the part that it belongs to. */
  readonly #open: Part[] = [];
  readonly #parts = new Map<string, Part>();
  readonly #drawn = new Map<string, number>();

  /** @param uses ids that the attributes of the element refer to */
  openElement(id: string | undefined, uses: readonly string[]): void {
    let part = this.#open.at(-1) ?? this.#whole;
    if (id !== undefined && !this.#parts.has(id)) {
      part.uses.push(id);
      part = { elements: 0, uses: [] };
      this.#parts.set(id, part);
    }
    part.elements++;
    for (const used of uses) part.uses.push(used);
    this.#open.push(part);
  }

  closeElement(): void {
    this.#open.pop();
  }

  get isTooMuch(): boolean {
    return this.#count(this.#whole, 0) > mostDrawnElements;
  }

  #count(part: Part, depth: number): number {
    if (depth > mostNestedParts) return Infinity;
    return part.uses.reduce((sum, id) => sum + this.#countOf(id, depth), part.elements);
  }

  #countOf(id: string, depth: number): number {
    const part = this.#parts.get(id);
    if (part === undefined) return 0;
    const known = this.#drawn.get(id);
    if (known !== undefined) return known;
    // The count of a part that uses itself.
    this.#drawn.set(id, Infinity);
    const count = this.#count(part, depth + 1);
    this.#drawn.set(id, count);
    return count;
  }
}
