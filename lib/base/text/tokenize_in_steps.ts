import type { Tokenizer } from "parse5";
import type { Steps } from "../yielding.ts";

/**
 * Gives HTML to a tokenizer in parts of some characters, and yields between them. Each part is a slice, which shares the memory of the HTML. The
 * tokenizer itself would add a part to its unfinished tag or text, which copies all of it again.
 */
export function* tokenizeInSteps(tokenizer: Tokenizer, html: string, length: number): Steps<void> {
  const { preprocessor } = tokenizer;
  for (let end = length; end < html.length; end += length) {
    preprocessor.html = html.slice(preprocessor.droppedBufferSize, end);
    tokenizer.write("", false);
    yield;
  }
  preprocessor.html = html.slice(preprocessor.droppedBufferSize);
  tokenizer.write("", true);
}
