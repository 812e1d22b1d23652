/** An element of the written HTML. */
export interface WrittenElement {
  readonly name: string;
  /** Tells elements of one name apart: the index of the source's element. */
  readonly id: number;
  readonly href?: string | undefined;
}

/** The written elements that a text is in, from the outermost. */
export type ElementChain = readonly WrittenElement[];

const FORMATTING = new Set(["b", "strong", "i", "em", "a"]);
const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
const LISTS = new Set(["ul", "ol"]);
const BLOCKS = new Set([...HEADINGS, ...LISTS, "p", "div", "li"]);

/** Deeper elements are unwrapped, so that the work for a text is bounded. */
const MAX_DEPTH = 32;

/** Whether a written element is a block. */
export function isWrittenBlock({ name }: WrittenElement): boolean {
  return BLOCKS.has(name);
}

/**
 * Adds an element to a chain, or returns the chain itself where the element is not allowed. The result is HTML that a
 * parser reads as it is written:
 *
 * - each formatting element is there once;
 * - no block is in a heading, and none in a `p`, which ends before it;
 * - a `li` is in a list.
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
