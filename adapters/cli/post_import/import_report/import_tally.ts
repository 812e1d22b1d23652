import {
  type AnswerFaults,
  type CategoryCount,
  countItems,
  formatPlace,
  type ImportReport,
  type ImportSummary,
  type LostQuestions,
  noCounts,
  type Place,
} from "../../../../lib/import/mod.ts";
import type { MediaCounts } from "../media/media_entry.ts";
import { printableLine } from "../../frame/output/printable.ts";
import { stoppedEarly } from "../../frame/exit/until_stopped.ts";

/** Maximum number of skipped places, notes and warnings each in a summary, so that long imports do not need more memory. */
const maxListed = 1000;

/** The result of `postern post import`, as `--json` shows it. */
export interface ImportTally extends ImportSummary {
  warned: number;
  skips: { place: Place; reason: string }[];
  notes: { place: Place; text: string }[];
  warnings: { place: Place; pointer: string; message: string }[];
  lostQuestions: LostQuestions[];
  answerFaults: AnswerFaults[];
  /** Numbers of images and files. Only with `--media`. */
  media?: MediaCounts;
}

/** Creates the result of an import that has read nothing yet. */
export function newTally(): ImportTally {
  return {
    ...noCounts(),
    warned: 0,
    lost: 0,
    isComplete: true,
    categories: [],
    skips: [],
    notes: [],
    warnings: [],
    lostQuestions: [],
    answerFaults: [],
  };
}

/** Counts a report. Returns the line that tells the operator, if any. */
export function countReport(report: ImportReport, tally: ImportTally): string | undefined {
  countItems(report, tally);
  const place = formatPlace(report.place);
  switch (report.outcome) {
    case "note":
      if (tally.notes.length < maxListed) tally.notes.push({ place: report.place, text: report.text });
      return `note ${place}: ${report.text}`;
    case "warning": {
      const { pointer, message } = report;
      tally.warned++;
      if (tally.warnings.length < maxListed) tally.warnings.push({ place: report.place, pointer, message });
      return `warning ${place}: ${pointer.slice(1)} ${message}`;
    }
    case "skipped":
      if (tally.skips.length < maxListed) tally.skips.push({ place: report.place, reason: report.reason });
      return `skipped ${place}: ${report.reason}`;
    case "created":
    case "updated":
    case "unchanged":
    case "kept":
    case "archived":
  }
  return undefined;
}

/** Returns the number of items that were read. */
export function itemsOf({ imported, updated, unchanged, kept, skipped }: ImportTally): number {
  return imported + updated + unchanged + kept + skipped;
}

/** Returns the summary: the counts in one line, then a line for each category with its first example. */
export function summaryOf(tally: ImportTally, dryRun: boolean): string[] {
  const { imported, updated, unchanged, skipped, kept, archived, warned, isComplete } = tally;
  const counts = [
    `imported ${imported}, updated ${updated}, unchanged ${unchanged}, skipped ${skipped}`,
    kept > 0 && `kept ${kept} that ${kept === 1 ? "was" : "were"} edited since the last import`,
    archived > 0 && `archived ${archived}`,
    warned > 0 && `warnings ${warned}`,
  ];
  const line = counts.filter((part) => part !== false).join(", ");
  const end = isComplete ? "" : stoppedEarly;
  const media = tally.media === undefined ? [] : [mediaLine(tally.media)];
  return [`${dryRun ? "would have " : ""}${line}${end}`, ...media, ...tally.categories.map(lineOf)];
}

function mediaLine(counts: MediaCounts): string {
  const { found, copied, stored, present, missing, refused, external } = counts;
  const inStore = `stored ${stored}, already there ${present}`;
  const inFolder = copied > 0 ? `copied ${copied}` : `found ${found}`;
  const files = stored + present > 0 ? inStore : inFolder;
  return `images and files: ${files}, missing ${missing}, refused ${refused}, on other sites ${external}`;
}

function lineOf({ category, count, isLoss, examples: [example] }: CategoryCount): string {
  const such = example === undefined ? "" : `, such as ${formatPlace(example.place)}: ${example.text}`;
  return printableLine(`${isLoss ? "lost" : "noted"} ${category}: ${count}${such}`);
}
