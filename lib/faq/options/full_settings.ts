import type { FaqOptions } from "./faq_options.ts";
import { FAQ_SOURCES, type FaqSource } from "./faq_source.ts";
import { languageMarks } from "./language_marks.ts";
import { NAMES, type Settings, settingsOf } from "./settings.ts";
import { type SkippedElement, skipRulesOf } from "./skip_rules.ts";
import { suggestName } from "./suggest_name.ts";

/** All options, checked, with defaults. */
export interface FullSettings extends Settings {
  /** True if entries have `answerHtml`. */
  hasAnswerHtml: boolean;
  bareText: boolean;
  /** True if parts of the page that are no text are left out. */
  isClean: boolean;
  /** True if deeper headings belong to an answer. */
  endsAtSameLevel: boolean;
  /** Elements whose questions are left out. */
  skippedElements: readonly SkippedElement[];
  /** True if only visible text counts. */
  isVisibleOnly: boolean;
  sources: ReadonlySet<FaqSource>;
  /** Marks that make a question anywhere in its last sentence. */
  innerMarks: readonly string[];
  /** True if an option is set that the scanner does not support. */
  needsTree: boolean;
}

const OWN_NAMES = "answerFormat answerEnd bareText clean closingMarks headingText sources skip language";
const ALL_NAMES = [...NAMES, ...OWN_NAMES.split(" ")];
const ANSWER_ENDS = ["heading", "sameLevel"];
/** Closing and initial quotes, because German and Danish quotes close with the latter, and closing brackets. */
export const CLOSING_MARKS: RegExp = /[\p{Pe}\p{Pf}\p{Pi}"'\s\p{Cf}\ufe0f]/u;
const ANSWER_FORMATS = ["text", "escaped", "html"];
const HEADING_TEXTS = ["whole", "visible"];
const NO_SOURCES: ReadonlySet<FaqSource> = new Set();
const MAX_TAG_LENGTH = 100;
const LANGUAGE_TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;

/**
 * Checks all options.
 *
 * @throws {TypeError} when an option is unknown, or a value has the wrong type
 * @throws {RangeError} when a value is out of its range
 */
export function fullSettingsOf(options: FaqOptions | undefined): FullSettings {
  return options === undefined ? DEFAULTS : checkOptions(options);
}

/** True if an option is set for which the extraction builds a tree of the whole text. */
export function needsTree(options: FaqOptions): boolean {
  return fullSettingsOf(options).needsTree;
}

function checkOptions(options: FaqOptions): FullSettings {
  const settings = settingsOf(options, suggestName, ALL_NAMES);
  const { answerFormat, answerEnd, bareText = false, clean = false, closingMarks = false } = options;
  const { headingText, sources, skip = [], language } = options;
  checkChoice("answerEnd", answerEnd, ANSWER_ENDS);
  checkChoice("answerFormat", answerFormat, ANSWER_FORMATS);
  checkChoice("headingText", headingText, HEADING_TEXTS);
  if (typeof bareText !== "boolean") throw wrongType("bareText must be true or false", bareText);
  if (typeof clean !== "boolean") throw wrongType("clean must be true or false", clean);
  if (typeof closingMarks !== "boolean") throw wrongType("closingMarks must be true or false", closingMarks);
  if (sources !== undefined) checkSources(sources);
  if (language !== undefined) checkLanguage(language);
  const { final, inner } = languageMarks(language);
  const skipRules = skipRulesOf(skip);
  const endsAtSameLevel = answerEnd === "sameLevel";
  const hasAnswerHtml = answerFormat === "html";
  const isVisibleOnly = headingText === "visible";
  const hasSources = sources !== undefined && sources.length > 0;
  return {
    questionMarks: final.length === 0 ? settings.questionMarks : [...settings.questionMarks, ...final],
    unwrapHeadings: settings.unwrapHeadings,
    maxEntries: settings.maxEntries,
    maxInputLength: settings.maxInputLength,
    closingMarks: closingMarks ? CLOSING_MARKS : undefined,
    isSkipped: skipRules.isSkipped,
    hasAnswerHtml,
    bareText,
    isClean: clean,
    endsAtSameLevel,
    skippedElements: skipRules.elements,
    isVisibleOnly,
    sources: hasSources ? new Set(sources) : NO_SOURCES,
    innerMarks: inner,
    needsTree:
      hasAnswerHtml ||
      bareText ||
      clean ||
      isVisibleOnly ||
      hasSources ||
      inner.length > 0 ||
      endsAtSameLevel ||
      skipRules.elements.length > 0,
  };
}

const DEFAULTS = checkOptions({});

function checkChoice(name: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined) return;
  const requirement = `${name} must be ${listAlternatives(allowed)}`;
  if (typeof value !== "string") throw wrongType(requirement, value);
  if (!allowed.includes(value)) throw outOfRange(requirement, value, suggestName(value, allowed));
}

function checkSources(sources: unknown): void {
  if (!Array.isArray(sources)) throw wrongType("sources must be an array of names", sources);
  for (const source of sources as unknown[]) {
    if (typeof source !== "string") throw wrongType("sources must be an array of names", source);
  }
  const unknown = (sources as string[]).filter((source) => !FAQ_SOURCES.some((known) => known === source));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => JSON.stringify(name) + suggestName(name, FAQ_SOURCES)).join(", ");
  throw new RangeError(
    `Cannot extract FAQ entries: sources contains unknown names: ${names}; allowed are ${FAQ_SOURCES.join(", ")}`,
  );
}

function checkLanguage(language: unknown): void {
  const requirement = 'language must be a BCP 47 tag such as "ja" or "zh-Hant"';
  if (typeof language !== "string") throw wrongType(requirement, language);
  if (language.length > MAX_TAG_LENGTH || !LANGUAGE_TAG.test(language)) {
    throw outOfRange(requirement, language.slice(0, MAX_TAG_LENGTH));
  }
}

function listAlternatives(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(" or ");
}

function wrongType(requirement: string, value: unknown): TypeError {
  return new TypeError(`Cannot extract FAQ entries: ${requirement}, current value is ${String(value)}`);
}

function outOfRange(requirement: string, value: string, suggestion = ""): RangeError {
  return new RangeError(
    `Cannot extract FAQ entries: ${requirement}, current value is ${JSON.stringify(value)}${suggestion}`,
  );
}
