import { comparedText } from "../../base/text/markdown_sections.ts";
import type { Passage } from "../passages/passage.ts";
import type { FoundResult, ScoredPassage } from "../search_index.ts";
import { bestPassage } from "./best_passage.ts";
import { comparePlaces, type ResultPlace } from "./top_results.ts";

/** A found result, with its place in the order of results. */
export interface PlacedResult extends Pick<FoundResult, "type" | "passages"> {
  place: ResultPlace;
}

/**
 * Returns the results of a document that repeat another result of it. A post and an entry of its FAQ are the same result if the post shows the
 * passage of the entry. In suggestions, they are the same if they show the same name. The better of the two stays.
 *
 * @param found the results of the document that the query has found
 */
export function repeatsIn<Result extends PlacedResult>(
  found: readonly Result[],
  by: "passage" | "name",
): Result[] {
  const post = found.find(({ type }) => type === "post");
  const shown = post && (by === "name" ? post.passages[0] : bestPassage(post.passages));
  if (post === undefined || shown === undefined) return [];
  const isSame = by === "name" ? hasName(shown) : hasPassage(shown);
  const same = found.filter(({ type, passages }) => type === "faq" && isSame(passages));
  const isPostBest = same.every(({ place }) => comparePlaces(post.place, place) < 0);
  if (isPostBest) return same;
  return [post];
}

/** The knowledge texts of better results. Texts with the same letters and digits are one result, also if their titles differ. The best one stays. */
export class ShownTexts {
  readonly #texts = new Set<string>();

  /** Adds a result. Returns true if it repeats a knowledge text of a result before. */
  repeats({
    type,
    passages,
  }: Pick<FoundResult, "type"> & { passages: readonly Pick<Passage, "text">[] }): boolean {
    if (type !== "knowledge") return false;
    const text = comparedText(passages.map((passage) => passage.text).join(" "));
    const isKnown = this.#texts.has(text);
    this.#texts.add(text);
    return isKnown;
  }
}

function hasName({ heading }: ScoredPassage): (entry: readonly ScoredPassage[]) => boolean {
  const name = comparedText(heading);
  return ([first]) => first !== undefined && comparedText(first.heading) === name;
}

/** Returns true for entries whose answer is in the passage, below or after the question, or has the passage as a part. */
function hasPassage({ heading, text }: ScoredPassage): (entry: readonly ScoredPassage[]) => boolean {
  const shown = comparedText(text);
  return (entry) =>
    entry.some((part) => {
      const answer = comparedText(part.text);
      if (!shown.includes(answer) && !answer.includes(shown)) return false;
      return part.heading === heading || shown.includes(comparedText(part.heading));
    });
}
