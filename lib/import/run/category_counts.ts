import { detachedText } from "../values/detached_text.ts";
import type { Place } from "../import_item.ts";

/** Things of one kind that an import skipped or changed. */
export interface CategoryCount {
  /** The kind, in lower case with hyphens, such as `list-page` or `shortcode`. */
  category: string;
  count: number;
  /** True if content was lost. */
  isLoss: boolean;
  /** The first of them, at most 3. */
  examples: { place: Place; text: string }[];
}

/** Bounds the memory of an import of any size. */
const mostKinds = 1000;
const mostExamples = 3;
const longestExample = 300;

/** Counts what an import skipped or changed, by category. */
export class CategoryCounts {
  readonly #kinds = new Map<string, CategoryCount>();

  /** Number of things that were lost. */
  lost = 0;

  /** Adds a thing, with a text that describes it. */
  add(
    text: string,
    {
      category = "other",
      count = 1,
      isLoss = false,
      place,
    }: { category?: string; count?: number; isLoss?: boolean; place: Place },
  ): void {
    if (isLoss) this.lost += count;
    const name = `${category} ${isLoss}`;
    let kind = this.#kinds.get(name);
    if (kind === undefined) {
      if (this.#kinds.size >= mostKinds) return;
      kind = { category, count: 0, isLoss, examples: [] };
      this.#kinds.set(name, kind);
    }
    kind.count += count;
    if (kind.examples.length >= mostExamples) return;
    kind.examples.push({ place, text: detachedText(text.slice(0, longestExample)) });
  }

  /** Returns the categories: losses first, then the most frequent first. */
  list(): CategoryCount[] {
    return [...this.#kinds.values()].toSorted(
      (one, other) => Number(other.isLoss) - Number(one.isLoss) || other.count - one.count,
    );
  }
}
