import type { FaqOptions } from "./faq_options.ts";

/** The options with their defaults, checked. */
export interface Settings {
  questionMarks: readonly string[];
  unwrapHeadings: boolean;
  maxEntries: number;
  maxInputLength: number;
  /** Characters that may follow the question mark besides invisible ones. */
  closingMarks?: RegExp | undefined;
  /** Returns true for questions that are left out by their text. */
  isSkipped?: ((question: string) => boolean) | undefined;
}

/** The names of the options that every function takes. */
export const NAMES: readonly string[] = [
  "questionMarks",
  "unwrapHeadings",
  "maxEntries",
  "maxInputLength",
  "onFallback",
];

/** The reply to an unknown name: which of the known names may be meant. `""` when there is no suggestion. */
type Suggest = (name: string, known: readonly string[]) => string;

/**
 * Checks the options: a `TypeError` or `RangeError` names the option, its limit and the value given. Suggestions for
 * unknown names are left to the caller, since they would be a tenth of the bundle for documents.
 *
 * @param names the names of all known options
 */
export function settingsOf(
  options: FaqOptions = {},
  suggest?: Suggest,
  names: readonly string[] = NAMES,
): Settings {
  checkOptionsObject(options);
  checkNames(options, names, suggest);
  const {
    questionMarks = ["?"],
    unwrapHeadings = false,
    maxEntries = Infinity,
    maxInputLength = 5 * 1024 * 1024,
  } = options;
  checkMarks(questionMarks);
  checkCount("maxEntries", maxEntries);
  checkCount("maxInputLength", maxInputLength);
  return { questionMarks, unwrapHeadings, maxEntries, maxInputLength };
}

function checkOptionsObject(options: unknown): void {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return;
  throw new TypeError(
    `Cannot extract FAQ entries: the second argument, options, must be an object, current value is ${String(options)}`,
  );
}

/** A name whose value is `undefined` is ignored. */
function checkNames(options: FaqOptions, names: readonly string[], suggest: Suggest = () => ""): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (names.includes(name) || value === undefined) continue;
    throw new TypeError(
      `${name} is not a known option${suggest(name, names)}; allowed are ${names.join(", ")}`,
    );
  }
}

function checkMarks(marks: readonly unknown[]): void {
  if (!Array.isArray(marks) || marks.some((mark) => typeof mark !== "string")) {
    throw new TypeError("Cannot extract FAQ entries: questionMarks must be an array of strings");
  }
  if (marks.length === 0 || marks.includes("")) {
    throw new RangeError(
      `Cannot extract FAQ entries: questionMarks must contain at least one string and no empty strings, current value is ${JSON.stringify(marks)}`,
    );
  }
}

function checkCount(name: string, value: number): void {
  if (value === Infinity || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RangeError(
    `Cannot extract FAQ entries: ${name} must be a whole number from 1, current value is ${String(value)}`,
  );
}
