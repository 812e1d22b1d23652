import type { ImportReport } from "./import_report.ts";

/** Numbers of items of an import by outcome. Each item of the source is counted once. */
export interface ImportCounts {
  imported: number;
  updated: number;
  unchanged: number;
  /** Posts that were edited since the last import, and therefore left unchanged. */
  kept: number;
  /** Posts that the source no longer has. */
  archived: number;
  /** Items that could not be imported. */
  skipped: number;
}

/** Creates the counts of an import that has read nothing yet. */
export function noCounts(): ImportCounts {
  return { imported: 0, updated: 0, unchanged: 0, kept: 0, archived: 0, skipped: 0 };
}

/** Counts the items of a report. Notes and warnings are about items that have their own report. */
export function countItems(report: ImportReport, counts: ImportCounts): void {
  switch (report.outcome) {
    case "note":
    case "warning":
      return;
    case "skipped":
      counts.skipped += report.count ?? 1;
      return;
    case "created":
      counts.imported++;
      return;
    case "updated":
    case "unchanged":
    case "kept":
    case "archived":
      counts[report.outcome]++;
  }
}
