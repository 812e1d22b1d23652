import type { Tokenizer } from "parse5";
import type { Steps } from "../yielding.ts";

/**
 * Gives HTML to a tokenizer in parts, and yields between them. `length` is the number of characters of each part, or returns that of the next. Each part is a slice, which shares the memory of the HTML. The
 * tokenizer itself would add a part to its unfinished tag or text, which copies all of it again.
 */
export function* tokenizeInSteps(
  tokenizer: Tokenizer,
  html: string,
  length: number | (() => number),
): Steps<void> {
  const { preprocessor } = tokenizer;
  const nextLength = typeof length === "number" ? () => length : length;
  for (let end = nextLength(); end < html.length; end += nextLength()) {
    preprocessor.html = html.slice(preprocessor.droppedBufferSize, end);
    tokenizer.write("", false);
    yield;
  }
  preprocessor.html = html.slice(preprocessor.droppedBufferSize);
  tokenizer.write("", true);
}
