import type { FaqOptions } from "./faq_options.ts";

/** The options with their defaults, checked. */
export interface Settings {
  questionMarks: readonly string[];
  unwrapHeadings: boolean;
  maxEntries: number;
  maxInputLength: number;
}

const DEFAULTS: Settings = {
  questionMarks: ["?"],
  unwrapHeadings: false,
  maxEntries: Infinity,
  maxInputLength: 5 * 1024 * 1024,
};

/** Checks the options: a `TypeError` or `RangeError` names the option, its limit and the value given. */
export function settingsOf(options: FaqOptions | undefined): Settings {
  if (options === undefined) return DEFAULTS;
  const { questionMarks, unwrapHeadings, maxEntries, maxInputLength } = options;
  if (questionMarks !== undefined) checkMarks(questionMarks);
  if (maxEntries !== undefined) checkCount("maxEntries", maxEntries);
  if (maxInputLength !== undefined) checkCount("maxInputLength", maxInputLength);
  return {
    questionMarks: questionMarks ?? DEFAULTS.questionMarks,
    unwrapHeadings: unwrapHeadings ?? DEFAULTS.unwrapHeadings,
    maxEntries: maxEntries ?? DEFAULTS.maxEntries,
    maxInputLength: maxInputLength ?? DEFAULTS.maxInputLength,
  };
}

function checkMarks(marks: readonly unknown[]): void {
  if (!Array.isArray(marks) || !marks.every((mark) => typeof mark === "string")) {
    throw new TypeError("Cannot extract FAQ entries: questionMarks must be an array of strings");
  }
  if (marks.length === 0 || marks.includes("")) {
    throw new RangeError(
      "Cannot extract FAQ entries: questionMarks must hold one string or more, and no empty one, " +
        `current value is ${JSON.stringify(marks)}`,
    );
  }
}

function checkCount(name: string, value: number): void {
  if (value === Infinity || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RangeError(
    `Cannot extract FAQ entries: ${name} must be a whole number from 1, current value is ${String(value)}`,
  );
}
