import { comparedText } from "../../base/text/markdown_sections.ts";
import type { Steps } from "../../base/yielding.ts";
import type { Work } from "../index/work.ts";
import type { FoundResult } from "../search_index.ts";

/**
 * Returns posts and knowledge texts in turn, because scores of two indexes cannot be compared. A passage of a text that a found passage of a post
 * equals is left out, so that the post is cited.
 */
export function* mergeResults(
  posts: readonly FoundResult[],
  texts: readonly FoundResult[],
  work: Work,
): Steps<FoundResult[]> {
  const written = new Set<string>();
  for (const { passages } of texts.length === 0 ? [] : posts) {
    for (const { score, text } of passages) {
      if (score > 0) written.add(comparedText(text));
      if (work.add(text.length)) yield;
    }
  }
  const others = texts.flatMap((result) => {
    const passages = result.passages.filter(({ text }) => !written.has(comparedText(text)));
    return passages.some(({ score }) => score > 0) ? [{ ...result, passages }] : [];
  });
  const longest = Math.max(posts.length, others.length);
  return Array.from({ length: longest }, (_, at) => [posts[at], others[at]])
    .flat()
    .filter((result) => result !== undefined);
}
