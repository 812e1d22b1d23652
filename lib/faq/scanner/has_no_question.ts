import { areHeadingsPlain } from "./plain_headings.ts";

const QUESTION_HEADING = /<[hH][23]/;

/** Returns true if a quick search shows that no h2 or h3 is a question. `false` means unknown. */
export function hasNoQuestion(html: string, questionMarks: readonly string[]): boolean {
  const heading = html.search(QUESTION_HEADING);
  if (heading === -1) return true;
  // The rest of a mark can be in a different element. A character reference can be a mark.
  const excluded = [...questionMarks.map((mark) => mark.slice(-1)), "&"];
  if (!excluded.some((character) => html.includes(character, heading))) return true;
  // A mark before an end tag or a permalink usually ends a question, so checking the headings would be wasted.
  if (
    questionMarks.some((mark) => html.includes(`${mark}</h`, heading) || html.includes(`${mark}<a`, heading))
  )
    return false;
  return areHeadingsPlain(html, heading, excluded);
}
