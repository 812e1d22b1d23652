import { formatPlace, type LostQuestions } from "../../../lib/import/mod.ts";
import type { HostFaq, OrganizationFaq } from "../../../lib/mod.ts";
import { printableLine } from "../frame/output/printable.ts";

/** Maximum number of kinds in a summary. */
const maxLines = 10;

/**
 * Describes the headings that look like questions but are not FAQ entries, one line for each kind. The last line is the command that adds
 * them.
 *
 * @param inForce the current settings
 */
export function describeLostQuestions(
  lost: readonly LostQuestions[],
  { organizationSlug, inForce }: { organizationSlug: string; inForce: HostFaq },
): string[] {
  const lines = lost.slice(0, maxLines).map(describeKind);
  if (lost.length > maxLines) lines.push(`And ${lost.length - maxLines} other kinds: --json has them`);
  const flags = toFlags(
    lost.flatMap(({ change }) => change?.faq ?? []),
    inForce,
  );
  if (flags === "") return lines;
  return [...lines, `To add them to the FAQ: postern org update ${organizationSlug} ${flags}`];
}

function describeKind({ count, element, reason, change, examples: [example] }: LostQuestions): string {
  const isHeading = /^h[1-6]$/.test(element);
  const [one, many] = isHeading ? ["heading", "headings"] : ["text", "texts"];
  const look = count === 1 ? `1 ${one} looks like a question` : `${count} ${many} look like questions`;
  const end = count === 1 ? `is ${element}` : `are ${element}`;
  const such =
    example === undefined ? "such as one" : `such as "${example.text}" in ${formatPlace(example.place)}`;
  if (change?.faq.sources !== undefined)
    return printableLine(`${look} but ${end}, ${such} (${settingOf(change)})`);
  return printableLine(`${look}, ${such}: ${reason} (${settingOf(change)})`);
}

function settingOf(change: LostQuestions["change"]): string {
  if (change === undefined) return "no setting changes it";
  const flags = toFlags([change.faq], {});
  return change.needsLanguage
    ? `${flags}, and set the post's inLanguage to a language with this mark`
    : flags;
}

/** Returns the flags of `postern org update` that add settings to the current ones. */
function toFlags(added: readonly OrganizationFaq[], inForce: HostFaq): string {
  const sources = added.flatMap((faq) => faq.sources ?? []);
  return [
    sources.length > 0 && `--faq-sources ${[...new Set([...(inForce.sources ?? []), ...sources])].join(",")}`,
    added.some(({ headingText }) => headingText === "visible") && "--faq-heading-text visible",
    added.some(({ answerEnd }) => answerEnd === "sameLevel") && "--faq-answer-end sameLevel",
    added.some(({ bareText }) => bareText) && "--faq-bare-text",
    added.some(({ closingMarks }) => closingMarks) && "--faq-closing-marks",
    added.some(({ languages }) => languages) && inForce.languages !== true && "--faq-languages",
  ]
    .filter((flag) => flag !== false)
    .join(" ");
}
