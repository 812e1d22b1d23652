import { type Check, fields, textRule } from "../../base/input/check_options.ts";
import { type Html, html } from "../../base/text/html.ts";
import type { QuestionAndAnswer } from "./faq_page.ts";
import { checkHeadingLevel, paragraphsOf, type HeadingLevel } from "./heading_level.ts";

const className: Check = /* @__PURE__ */ textRule("a string", () => true);

const optionsCheck: Check = /* @__PURE__ */ fields<FaqListOptions>({
  headingLevel: checkHeadingLevel,
  className,
  questionClassName: className,
  answerClassName: className,
});

/**
 * Writes FAQ entries as HTML for a page. Questions and answers are escaped. Each line of an answer is a paragraph.
 *
 * @returns the HTML, or an empty text without entries
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { toFaqHtml } from "postern/structured-data";
 *
 * toFaqHtml([{ question: "Is 1 < 2?", answer: "It is." }]);
 * // <div><details><summary>Is 1 &lt; 2?</summary><div><p>It is.</p></div></details></div>
 *
 * toFaqHtml([{ question: "Is it open?", answer: "It is." }], { headingLevel: 3, className: "faq" });
 * // <div class="faq"><h3>Is it open?</h3><div><p>It is.</p></div></div>
 * ```
 */
export function toFaqHtml(
  entries: readonly Pick<QuestionAndAnswer, "question" | "answer">[],
  options: FaqListOptions = {},
): string {
  optionsCheck(options, { action: "show the FAQ", option: "" });
  if (entries.length === 0) return "";
  const { headingLevel: level, questionClassName, answerClassName } = options;
  const items = entries.map(({ question, answer }) => {
    const paragraphs = paragraphsOf(answer).map((text) => html`<p>${text}</p>`);
    const shown = html`<div${classOf(answerClassName)}>${paragraphs}</div>`;
    if (level === undefined)
      return html`<details><summary${classOf(questionClassName)}>${question}</summary>${shown}</details>`;
    return html`<h${level}${classOf(questionClassName)}>${question}</h${level}>${shown}`;
  });
  return html`<div${classOf(options.className)}>${items}</div>`.text;
}

function classOf(name: string | undefined): Html | undefined {
  return name === undefined ? undefined : html` class="${name}"`;
}

/** Options of a list of questions and answers on a page. */
export interface FaqListOptions {
  /** Level of the headings of the questions, 2 to 6. Default: no headings. Each question then opens its answer (`<details>`). */
  headingLevel?: HeadingLevel | undefined;
  /** Class of the list. Default: none. */
  className?: string | undefined;
  /** Class of each question: its heading or `<summary>`. Default: none. */
  questionClassName?: string | undefined;
  /** Class of each answer. Default: none. */
  answerClassName?: string | undefined;
}
