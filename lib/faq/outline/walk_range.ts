import { itemsAtOnce, type Steps } from "../../base/yielding.ts";
import { type Outline, type OutlineItem, TEXT } from "./outline.ts";

/** Receives the elements and texts of a range. */
export interface RangeVisitor<Node> {
  text(item: OutlineItem<Node>): void;
  /** Returns true to have {@link leave} called at the element's end. */
  enter(item: OutlineItem<Node>): boolean;
  leave(): void;
}

/** Returns true to skip an item with all its content. */
export type Skip<Node> = (item: OutlineItem<Node>, index: number) => boolean;

/** Part of an outline. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Visits the items of a range in document order. */
export function walkRange<Node>(
  outline: Outline<Node>,
  range: Range,
  visitor: RangeVisitor<Node>,
  skip?: Skip<Node>,
): void {
  new Walk(outline, range, visitor, skip).go(Infinity);
}

/** Visits the items of a range, and yields after every 2,000. */
export function* walkSteps<Node>(
  outline: Outline<Node>,
  range: Range,
  visitor: RangeVisitor<Node>,
  skip?: Skip<Node>,
): Steps<void> {
  const walk = new Walk(outline, range, visitor, skip);
  while (!walk.go(itemsAtOnce)) yield;
}

class Walk<Node> {
  readonly #outline: Outline<Node>;
  readonly #visitor: RangeVisitor<Node>;
  readonly #skip: Skip<Node> | undefined;
  readonly #to: number;
  /** The ends of the open elements. */
  readonly #open: number[] = [];
  #at: number;

  constructor(outline: Outline<Node>, { from, to }: Range, visitor: RangeVisitor<Node>, skip?: Skip<Node>) {
    this.#outline = outline;
    this.#visitor = visitor;
    this.#skip = skip;
    this.#at = from;
    this.#to = to;
  }

  /** Visits at most `most` items. Returns true at the end of the range. */
  go(most: number): boolean {
    for (let visited = 0; this.#at < this.#to; visited++) {
      if (visited === most) return false;
      this.#closeUpTo(this.#at);
      const item = this.#outline[this.#at];
      if (item === undefined) break;
      this.#visit(item);
    }
    this.#closeUpTo(Infinity);
    return true;
  }

  #visit(item: OutlineItem<Node>): void {
    if (this.#skip?.(item, this.#at) === true) {
      this.#at = item.end;
      return;
    }
    this.#at++;
    if (item.name === TEXT) this.#visitor.text(item);
    else if (this.#visitor.enter(item)) this.#open.push(item.end);
  }

  #closeUpTo(at: number): void {
    for (let end = this.#open.at(-1); end !== undefined && end <= at; end = this.#open.at(-1)) {
      this.#open.pop();
      this.#visitor.leave();
    }
  }
}
