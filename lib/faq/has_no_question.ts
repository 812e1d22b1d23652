import { areHeadingsPlain } from "./scanner/plain_headings.ts";

const QUESTION_HEADING = /<[hH][23]/;

/** Whether a short look at the source shows that no h2 or h3 is a question. `false` means that nothing is known. */
export function hasNoQuestion(html: string, questionMarks: readonly string[]): boolean {
  const heading = html.search(QUESTION_HEADING);
  if (heading === -1) return true;
  // The rest of a mark may be in another element. A reference may be a mark.
  const excluded = [...questionMarks.map((mark) => mark.slice(-1)), "&"];
  if (!excluded.some((character) => html.includes(character, heading))) return true;
  // A mark before an end tag or a permalink mostly ends a question, and the look at the headings before it is spared.
  if (
    questionMarks.some((mark) => html.includes(`${mark}</h`, heading) || html.includes(`${mark}<a`, heading))
  )
    return false;
  return areHeadingsPlain(html, heading, excluded);
}
