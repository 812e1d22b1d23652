import type { FaqOptions } from "../options/faq_options.ts";
import { CLOSING_MARKS, type FullSettings } from "../options/full_settings.ts";
import { isQuestion } from "../questions/is_question.ts";
import type { NearQuestion } from "./near_questions.ts";
import { hasArmenianMark, markNearEnd } from "./question_signs.ts";

/** A reason why a title is not a question. */
export interface Obstacle {
  readonly reason: string;
  /** The options that remove the obstacle; absent if no option does. */
  readonly option?: FaqOptions;
}

/** Longest text after a mark that can be part of the mark, as in `?!`. */
const LONGEST_TAIL = 3;

/** Returns the reasons why an element is not a question: its name, its text, or both. */
export function titleObstacles<Node>(near: NearQuestion<Node>, settings: FullSettings): Obstacle[] {
  return [nameObstacle(near, settings), textObstacle(near, settings)].filter(
    (obstacle) => obstacle !== undefined,
  );
}

function nameObstacle<Node>(
  { element, titles }: NearQuestion<Node>,
  { sources }: FullSettings,
): Obstacle | undefined {
  if (titles.some(({ source }) => source === undefined || sources.has(source))) return undefined;
  const source = titles[0]?.source;
  if (source === undefined) return { reason: `${element} is never a question. Use h2 or h3.` };
  return {
    reason: `${element} is a question only with the source "${source}".`,
    option: { sources: [...sources, source] },
  };
}

function textObstacle<Node>(near: NearQuestion<Node>, settings: FullSettings): Obstacle | undefined {
  if (isQuestion(near.text, settings)) return undefined;
  if (isQuestion(near.visibleText, settings)) {
    return {
      reason: "A permalink, a footnote mark or other text that readers do not see follows the question mark.",
      option: { headingText: "visible" },
    };
  }
  if (isQuestion(near.cleanText, settings)) {
    return {
      reason: "An edit link, a button or an icon follows the question mark.",
      option: { clean: true },
    };
  }
  if (hasArmenianMark(near.text)) {
    return { reason: "It has the Armenian question mark inside a word.", option: { language: "hy" } };
  }
  if (isQuestion(near.text, { ...settings, closingMarks: CLOSING_MARKS })) {
    return { reason: "Quotes or brackets follow the question mark.", option: { closingMarks: true } };
  }
  return markObstacle(near.text, settings.questionMarks);
}

function markObstacle(text: string, marks: readonly string[]): Obstacle {
  const found = markNearEnd(text);
  if (found === undefined) return { reason: "It reads like a question, but has no question mark." };
  const { mark, tail } = found;
  if (tail === "") {
    return {
      reason: `It ends with "${mark}", which is not among the configured question marks.`,
      option: { questionMarks: [...marks, mark] },
    };
  }
  const reason = `"${tail.trim()}" follows the question mark.`;
  if (tail.length > LONGEST_TAIL || /[\p{L}\p{N}\s]/u.test(tail)) return { reason };
  return { reason, option: { questionMarks: [...marks, mark + tail] } };
}
