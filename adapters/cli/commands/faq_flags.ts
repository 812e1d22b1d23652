import type { FaqOptions } from "../../../lib/faq/mod.ts";
import { scriptMarks } from "./faq_arguments.ts";

/**
 * Returns the flags of `postern faq` that add options to the current ones.
 *
 * @param added the options to add
 * @param inForce the current options
 */
export function toFaqFlags(added: FaqOptions, inForce: FaqOptions): string {
  const sources = new Set([...(inForce.sources ?? []), ...(added.sources ?? [])]);
  return [
    added.sources !== undefined && `--sources ${[...sources].join(",")}`,
    added.answerFormat !== undefined && `--answer-format ${added.answerFormat}`,
    added.headingText !== undefined && `--heading-text ${added.headingText}`,
    added.bareText === true && "--bare-text",
    added.language !== undefined && `--language ${added.language}`,
    added.questionMarks !== undefined && markFlag(added.questionMarks),
    added.unwrapHeadings === true && "--unwrap-headings",
  ]
    .filter((flag) => flag !== false)
    .join(" ");
}

function markFlag(marks: readonly string[]): string {
  const hasFlag = marks.every((mark) => scriptMarks.includes(mark));
  return hasFlag ? "--question-marks" : `questionMarks: ${JSON.stringify(marks)} in the library`;
}
