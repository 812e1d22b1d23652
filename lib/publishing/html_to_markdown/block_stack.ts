import type { Block, Leaf, List, Note, Quote } from "./blocks.ts";

/** Maximum number of containers in each other, because each one adds a prefix to every line. Deeper ones are left out. */
const mostContainers = 20;

/** Collects the blocks of a text. */
export class BlockStack {
  readonly blocks: Block[] = [];
  /** The open containers, with the blocks of an item after its list. */
  readonly #open: (List | { blocks: Block[] })[] = [this];

  /** True at the start of a list item. */
  get isItemStart(): boolean {
    const [parent, top] = this.#open.slice(-2);
    return (
      parent !== undefined &&
      "items" in parent &&
      top !== undefined &&
      "blocks" in top &&
      top.blocks.length === 0
    );
  }

  /** The last block of the open container. */
  get last(): Block | undefined {
    return this.#blocks.at(-1);
  }

  /** Adds a block. In a list but outside of its items, it belongs to the last item. */
  add(block: Leaf): void {
    this.#blocks.push(block);
  }

  /** Opens a container. Returns false if it is nested too deeply. */
  open(container: Quote | List | Note): boolean {
    if (this.#open.length > mostContainers) return false;
    this.#blocks.push(container);
    this.#open.push(container);
    return true;
  }

  /** Opens a list item. Returns false outside of a list. */
  openItem(): boolean {
    const list = this.#open.at(-1);
    if (list === undefined || !("items" in list)) return false;
    const blocks: Block[] = [];
    list.items.push(blocks);
    this.#open.push({ blocks });
    return true;
  }

  /** Closes the innermost container or item. Leaves it out if it has no content. */
  close(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const isEmpty = "items" in closed ? closed.items.length === 0 : closed.blocks.length === 0;
    if (isEmpty && this.last === closed) this.#blocks.pop();
  }

  /** Notes that the open item has a paragraph element, so that its list is loose. */
  noteParagraph(): void {
    const list = this.#open.at(-2);
    if (list !== undefined && "items" in list) list.isLoose = true;
  }

  get #blocks(): Block[] {
    const top = this.#open.at(-1) ?? this;
    if ("blocks" in top) return top.blocks;
    const last = top.items.at(-1) ?? [];
    if (top.items.length === 0) top.items.push(last);
    return last;
  }
}
