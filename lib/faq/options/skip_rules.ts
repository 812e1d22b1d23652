import { questionKey } from "../entry_list.ts";

/** A class or an attribute of the elements whose questions are left out. */
export interface SkippedElement {
  readonly class?: string;
  readonly attribute?: string;
}

/** The rules of the option `skip`. */
export interface SkipRules {
  readonly elements: readonly SkippedElement[];
  /** Returns true for questions that are left out by their text. Absent without such rules. */
  readonly isSkipped: ((question: string) => boolean) | undefined;
}

/** Maximum number of texts in the settings of a site and of a post each, and of characters of each text. */
export const MOST_SKIPPED = 100;
export const LONGEST_SKIPPED = 500;

/** Maximum number of items of `skip`: those of a site and of a post together. */
const MOST_ITEMS = 2 * MOST_SKIPPED;

/** Maximum number of characters that a pattern of the host reads. */
const LONGEST_MATCHED = 1000;

// A question has a question mark or a `*`, so it is never one of these.
const CLASS = /^\.([\w-]+)$/;
const ATTRIBUTE = /^\[([\w:.-]+)\]$/;

/**
 * Reads the items of the option `skip`.
 *
 * @throws {TypeError} if an item is neither a text nor a `RegExp`
 * @throws {RangeError} if there are too many items, or an item is empty or too long
 */
export function skipRulesOf(skip: readonly (string | RegExp)[]): SkipRules {
  checkSkip(skip);
  const elements: SkippedElement[] = [];
  const questions = new Set<string>();
  const prefixes: string[] = [];
  const patterns: RegExp[] = [];
  for (const item of skip) {
    if (typeof item !== "string") patterns.push(item);
    else if (CLASS.test(item)) elements.push({ class: item.slice(1) });
    else if (ATTRIBUTE.test(item)) elements.push({ attribute: item.slice(1, -1).toLowerCase() });
    else if (item.endsWith("*")) prefixes.push(questionKey(item.slice(0, -1)));
    else questions.add(questionKey(item.trim()));
  }
  const hasTexts = questions.size + prefixes.length + patterns.length > 0;
  const isSkipped = (question: string): boolean => {
    const key = questionKey(question);
    if (questions.has(key) || prefixes.some((prefix) => key.startsWith(prefix))) return true;
    const start = question.slice(0, LONGEST_MATCHED);
    // `search` ignores the position that a global pattern keeps.
    return patterns.some((pattern) => start.search(pattern) !== -1);
  };
  return { elements, isSkipped: hasTexts ? isSkipped : undefined };
}

function checkSkip(skip: unknown): void {
  const problem = "Cannot extract FAQ entries: skip must be";
  if (!Array.isArray(skip))
    throw new TypeError(`${problem} an array of texts, current value is ${String(skip)}`);
  if (skip.length > MOST_ITEMS) {
    throw new RangeError(`${problem} at most ${MOST_ITEMS} texts, current number is ${skip.length}`);
  }
  for (const item of skip as unknown[]) {
    if (item instanceof RegExp) continue;
    if (typeof item !== "string") {
      throw new TypeError(`${problem} an array of texts, with an item ${String(item)}`);
    }
    if (item.trim() === "" || item.length > LONGEST_SKIPPED) {
      throw new RangeError(
        `${problem} an array of texts of 1 to ${LONGEST_SKIPPED} characters, with an item ${JSON.stringify(item.slice(0, 50))}`,
      );
    }
  }
}
