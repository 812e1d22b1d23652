import { type AnswerFaults, formatPlace, type LostQuestions } from "../../../lib/import/mod.ts";
import type { HostFaq, OrganizationFaq } from "../../../lib/mod.ts";
import type { ImportTally } from "./import_report/import_tally.ts";
import { printableLine } from "../frame/output/printable.ts";

/** Maximum number of kinds in a summary. */
const maxLines = 10;

/**
 * Describes the headings that look like questions but are not FAQ entries, one line for each kind. The faults of entries that a setting mends
 * follow. After each comes the command that mends them.
 *
 * @param inForce the current settings
 */
export function describeLostQuestions(
  { lostQuestions, answerFaults }: Pick<ImportTally, "lostQuestions" | "answerFaults">,
  { organizationSlug, inForce }: { organizationSlug: string; inForce: HostFaq },
): string[] {
  const mendable = answerFaults.filter(({ change }) => change !== undefined);
  return [
    ...describeKinds(lostQuestions, describeKind),
    ...commandFor(lostQuestions, "To add them to the FAQ"),
    ...describeKinds(mendable, describeFault),
    ...commandFor(mendable, "To mend them"),
  ];

  function commandFor(kinds: readonly Pick<LostQuestions, "change">[], purpose: string): string[] {
    const flags = toFlags(
      kinds.flatMap(({ change }) => change?.faq ?? []),
      inForce,
    );
    return flags === "" ? [] : [`${purpose}: postern org update ${organizationSlug} ${flags}`];
  }
}

function describeKinds<Kind>(kinds: readonly Kind[], describe: (kind: Kind) => string): string[] {
  const lines = kinds.slice(0, maxLines).map(describe);
  if (kinds.length > maxLines) lines.push(`And ${kinds.length - maxLines} other kinds: --json has them`);
  return lines;
}

function describeFault({ count, message, change, examples: [example] }: AnswerFaults): string {
  const entries = count === 1 ? "1 FAQ entry" : `${count} FAQ entries`;
  const such = example === undefined ? "" : ` "${example.text}" in ${formatPlace(example.place)}`;
  return printableLine(`${entries}: ${message}${such} (${settingOf(change)})`);
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
    added.some(({ clean }) => clean) && "--faq-clean",
    added.some(({ closingMarks }) => closingMarks) && "--faq-closing-marks",
    added.some(({ languages }) => languages) && inForce.languages !== true && "--faq-languages",
  ]
    .filter((flag) => flag !== false)
    .join(" ");
}
