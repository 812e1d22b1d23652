import type { Steps } from "../../base/yielding.ts";
import { BLOCK_ELEMENTS } from "../tree/elements.ts";
import { TextSink } from "../text/text_sink.ts";
import type { Outline, OutlineItem } from "./outline.ts";
import { type Range, type RangeVisitor, type Skip, walkRange, walkSteps } from "./walk_range.ts";

/** Collects the text of ranges by rule 2. */
export class TextVisitor<Node> implements RangeVisitor<Node> {
  readonly sink: TextSink = new TextSink();

  text(item: OutlineItem<Node>): void {
    this.sink.write(item.text, item.isPre);
  }

  enter({ name }: OutlineItem<Node>): boolean {
    const isBlock = BLOCK_ELEMENTS.has(name);
    if (isBlock || name === "br") this.sink.lineBreak();
    return isBlock;
  }

  leave(): void {
    this.sink.lineBreak();
  }
}

export function textOfRange<Node>(
  outline: Outline<Node>,
  from: number,
  to: number,
  skip?: Skip<Node>,
): string {
  const visitor = new TextVisitor<Node>();
  walkRange(outline, { from, to }, visitor, skip);
  return visitor.sink.take();
}

/** Returns the text of {@link textOfRange}, in steps. */
export function* textSteps<Node>(outline: Outline<Node>, range: Range, skip: Skip<Node>): Steps<string> {
  const visitor = new TextVisitor<Node>();
  yield* walkSteps(outline, range, visitor, skip);
  return visitor.sink.take();
}
