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

/** Visits the items of a range in document order. */
export function walkRange<Node>(
  outline: Outline<Node>,
  from: number,
  to: number,
  visitor: RangeVisitor<Node>,
  skip?: Skip<Node>,
): void {
  const open: number[] = [];
  const closeUpTo = (at: number): void => {
    for (let end = open.at(-1); end !== undefined && end <= at; end = open.at(-1)) {
      open.pop();
      visitor.leave();
    }
  };
  for (let at = from; at < to;) {
    closeUpTo(at);
    const item = outline[at];
    if (item === undefined) break;
    if (skip?.(item, at) === true) {
      at = item.end;
      continue;
    }
    at++;
    if (item.name === TEXT) visitor.text(item);
    else if (visitor.enter(item)) open.push(item.end);
  }
  closeUpTo(Infinity);
}
