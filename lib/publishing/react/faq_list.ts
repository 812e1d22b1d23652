import { createElement, type ReactElement } from "react";
import type { FaqListOptions, QuestionAndAnswer } from "../structured_data/mod.ts";
import { checkHeadingLevel, paragraphsOf } from "../structured_data/heading_level.ts";

/** Properties of {@link FaqList}. */
export interface FaqListProps extends FaqListOptions {
  /** The `faqEntries` of a post. */
  entries: readonly Pick<QuestionAndAnswer, "question" | "answer">[];
}

/**
 * Renders FAQ entries. Questions and answers are plain text, and each line of an answer is a paragraph. Without entries it renders nothing.
 *
 * @throws {InvalidOptionError} if `headingLevel` is not a whole number from 2 to 6
 *
 * @example
 * ```ts
 * import { FaqList } from "postern/react";
 * import { createElement } from "react";
 * import { renderToStaticMarkup } from "react-dom/server";
 *
 * const entries = [{ question: "Is it open?", answer: "Daily.\nFrom 9 to 5." }];
 * renderToStaticMarkup(createElement(FaqList, { entries, headingLevel: 3 }));
 * // <div><h3>Is it open?</h3><div><p>Daily.</p><p>From 9 to 5.</p></div></div>
 * ```
 */
export function FaqList({ entries, headingLevel: level, ...classes }: FaqListProps): ReactElement | null {
  if (level !== undefined) checkHeadingLevel(level);
  if (entries.length === 0) return null;
  const items = entries.flatMap(({ question, answer }, index): ReactElement[] => {
    const asked = { key: `q${index}`, className: classes.questionClassName };
    const paragraphs = paragraphsOf(answer).map((text, key) => createElement("p", { key }, text));
    const shown = createElement("div", { key: `a${index}`, className: classes.answerClassName }, paragraphs);
    if (level !== undefined) return [createElement(`h${level}`, asked, question), shown];
    return [createElement("details", { key: index }, createElement("summary", asked, question), shown)];
  });
  return createElement("div", { className: classes.className }, items);
}
