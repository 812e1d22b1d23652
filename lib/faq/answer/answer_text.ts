import type { Steps } from "../../base/yielding.ts";
import { type Outline, type OutlineItem, TEXT } from "../outline/outline.ts";
import { TextVisitor } from "../outline/text_visitor.ts";
import { type RangeVisitor, type Skip, walkSteps } from "../outline/walk_range.ts";
import type { AnswerRange } from "./answer_ranges.ts";

/** A visitor that also receives a space for each skipped bare text. */
export interface AnswerVisitor<Node> extends RangeVisitor<Node> {
  space(): void;
}

/** Visits the parts of an answer in steps. Skips bare text that does not belong to it. */
export function* walkAnswer<Node>(
  outline: Outline<Node>,
  ranges: readonly AnswerRange[],
  visitor: AnswerVisitor<Node>,
  skip: Skip<Node> | undefined,
): Steps<void> {
  for (const { from, to, bareParent } of ranges) {
    const isSkipped = (item: OutlineItem<Node>, at: number): boolean => {
      if (item.name !== TEXT || item.parent !== bareParent) return skip?.(item, at) ?? false;
      visitor.space();
      return true;
    };
    yield* walkSteps(outline, { from, to }, visitor, isSkipped);
  }
}

/** Collects the text of an answer. */
export class AnswerTextVisitor<Node> extends TextVisitor<Node> implements AnswerVisitor<Node> {
  space(): void {
    this.sink.space();
  }
}
