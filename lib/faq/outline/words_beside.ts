import { type Outline, type OutlineItem, TEXT } from "./outline.ts";

/** Number of characters of a text that are searched. The end of a long text is enough. */
const SEARCHED = 200;

const WORD = /[\p{L}\p{N}]/u;

/** Returns true if a word stands before an element, and a text after it. */
export function isInSentence<Node>(outline: Outline<Node>, item: OutlineItem<Node>, at: number): boolean {
  return WORD.test(textBeside(outline, item, at - 1)) && textBeside(outline, item, item.end).trim() !== "";
}

/** Returns true if a word stands before or after an element. */
export function isBesideWords<Node>(outline: Outline<Node>, item: OutlineItem<Node>, at: number): boolean {
  return WORD.test(textBeside(outline, item, at - 1)) || WORD.test(textBeside(outline, item, item.end));
}

function textBeside<Node>(outline: Outline<Node>, { parent }: OutlineItem<Node>, at: number): string {
  const beside = outline[at];
  return beside?.name === TEXT && beside.parent === parent ? beside.text.slice(-SEARCHED) : "";
}
