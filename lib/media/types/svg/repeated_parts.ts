/** Maximum number of elements that a browser draws for an SVG picture, with repeated parts. */
const mostDrawnElements = 100_000;
/** Maximum nesting of the parts of an SVG picture that use each other. */
const mostNestedParts = 200;

interface Part {
  elements: number;
  uses: string[];
}

/** An element of an SVG picture. */
interface DrawnElement {
  name: string;
  id: string | undefined;
  /** Names of its classes, with spaces between them. */
  classes: string | undefined;
  /** Ids that its attributes refer to. */
  uses: readonly string[];
}

/** Counts the elements that a browser draws. A part can be used several times, in parts that are used several times in turn. */
export class RepeatedParts {
  readonly #whole: Part = { elements: 0, uses: [] };
  /** For each open element, the part that it belongs to. */
  readonly #open: Part[] = [];
  readonly #parts = new Map<string, Part>();
  readonly #drawn = new Map<string, number>();

  openElement({ name, id, classes = "", uses }: DrawnElement): void {
    let part = this.#open.at(-1) ?? this.#whole;
    if (id !== undefined && !this.#parts.has(id)) {
      part.uses.push(id);
      part = { elements: 0, uses: [] };
      this.#parts.set(id, part);
    }
    part.elements++;
    for (const used of uses) part.uses.push(used);
    const names = ["*", name, ...(id === undefined ? [] : [`#${id}`]), ...wordsOf(classes, ".")];
    for (const one of names) part.uses.push(rulesOf(one));
    this.#open.push(part);
  }

  /**
   * Adds a rule of a style sheet. An element with the id, a class or the name that the rule asks for counts as styled by the rule.
   *
   * @param uses ids that the rule refers to
   */
  addRule(selector: string, uses: readonly string[]): void {
    if (uses.length === 0) return;
    const rule = `rule ${this.#parts.size}`;
    this.#parts.set(rule, { elements: 0, uses: [...uses] });
    for (const one of selector.split(",")) {
      const [last = ""] = one
        .trim()
        .split(/[\s>+~]+/)
        .slice(-1);
      const [name = "*"] = /[#.][\w-]+/.exec(last) ?? /^\w[\w-]*/.exec(last) ?? [];
      const styled = this.#parts.get(rulesOf(name)) ?? { elements: 0, uses: [] };
      styled.uses.push(rule);
      this.#parts.set(rulesOf(name), styled);
    }
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

/** Returns the key of the rules for an id, a class or a name. No id has a space. */
function rulesOf(name: string): string {
  return `rules ${name}`;
}

function wordsOf(text: string, prefix: string): string[] {
  return text.split(/\s+/).flatMap((word) => (word === "" ? [] : prefix + word));
}
