import type { FaqOptions } from "../../lib/faq/mod.ts";
import type { LostQuestions } from "../../lib/import/mod.ts";
import type { HostFaq } from "../../lib/mod.ts";
import { printableLine } from "./printable.ts";

/**
 * Returns a line for each kind of heading that looks like a question and is no FAQ entry, and a command that makes entries of them.
 *
 * @param faq the settings in force
 */
export function describeLostQuestions(
  lost: readonly LostQuestions[],
  { organizationSlug, faq }: { organizationSlug: string; faq: HostFaq },
): string[] {
  const lines = lost.map(describeKind);
  const flags = toOrganizationFlags(
    lost.flatMap(({ option }) => option ?? []),
    faq,
  );
  if (flags === "") return lines;
  return [...lines, `To make entries of them: postern org update ${organizationSlug} ${flags}`];
}

function describeKind({ count, element, reason, option, example }: LostQuestions): string {
  const headings = count === 1 ? "1 heading looks like a question" : `${count} headings look like questions`;
  const kind = count === 1 ? `is ${element}` : `are ${element}`;
  const flags = option === undefined ? "" : toOrganizationFlags([option], {});
  const setting = flags === "" ? "no setting of an organization changes it" : flags;
  return printableLine(`${headings} but ${kind}, such as "${example}": ${reason} (${setting})`);
}

/** The flags of `postern org update` that add options to the settings in force. */
function toOrganizationFlags(options: readonly FaqOptions[], { sources: known = [] }: HostFaq): string {
  const added = options.flatMap(({ sources = [] }) => sources);
  return [
    added.length > 0 && `--faq-sources ${[...new Set([...known, ...added])].join(",")}`,
    options.some(({ headingText }) => headingText === "visible") && "--faq-heading-text visible",
    options.some(({ bareText }) => bareText) && "--faq-bare-text",
    options.some(({ language, questionMarks }) => (language ?? questionMarks) !== undefined) &&
      "--faq-languages",
  ]
    .filter((flag) => flag !== false)
    .join(" ");
}
