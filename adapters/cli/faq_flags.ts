import type { FaqOptions } from "../../lib/faq/mod.ts";

/**
 * Returns the flags of `postern faq` that add options to those in force.
 *
 * @param added the options to add
 * @param inForce the options that are given already
 */
export function toFaqFlags(added: FaqOptions, inForce: FaqOptions): string {
  const sources = new Set([...(inForce.sources ?? []), ...(added.sources ?? [])]);
  return [
    added.sources !== undefined && `--sources ${[...sources].join(",")}`,
    added.answerFormat !== undefined && `--answer-format ${added.answerFormat}`,
    added.headingText !== undefined && `--heading-text ${added.headingText}`,
    added.bareText === true && "--bare-text",
    added.language !== undefined && `--language ${added.language}`,
    added.questionMarks !== undefined && "--question-marks",
    added.unwrapHeadings === true && "--unwrap-headings",
  ]
    .filter((flag) => flag !== false)
    .join(" ");
}
