/** An element of the output HTML. */
export interface WrittenElement {
  readonly name: string;
  /** The index of the source element. Distinguishes elements with the same name. */
  readonly id: number;
  readonly href?: string | undefined;
}

/** The output elements around a text, outermost first. */
export type ElementChain = readonly WrittenElement[];

const FORMATTING = new Set(["b", "strong", "i", "em", "a"]);
const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
const LISTS = new Set(["ul", "ol"]);
const BLOCKS = new Set([...HEADINGS, ...LISTS, "p", "div", "li"]);

/** Maximum depth of the output. Deeper elements are unwrapped, which bounds the work for each text. */
const MAX_DEPTH = 32;

/** Returns true if an output element is a block. */
export function isWrittenBlock({ name }: WrittenElement): boolean {
  return BLOCKS.has(name);
}

/**
 * Adds an element to a chain. Returns the same chain if the element is not allowed there.
 * A parser reads the resulting HTML without changing its structure:
 *
 * - each formatting element occurs once
 * - a heading contains no block, and a `p` ends before a block
 * - each `li` is in a list
 */
export function extendChain(chain: ElementChain, element: WrittenElement): ElementChain {
  const { name } = element;
  if (chain.length >= MAX_DEPTH) return chain;
  if (FORMATTING.has(name)) {
    return chain.some((other) => other.name === name) ? chain : [...chain, element];
  }
  if (!BLOCKS.has(name) || chain.some((other) => HEADINGS.has(other.name))) return chain;
  if (name === "li" && !LISTS.has(chain.findLast(isWrittenBlock)?.name ?? "")) return chain;
  return [...chain.filter((other) => other.name !== "p"), element];
}
