import type { CategoryCount } from "./category_counts.ts";
import type { ImportCounts } from "./import_counts.ts";
import type { AnswerFaults, LostQuestions } from "./lost_questions.ts";

/** The result of an import. */
export interface ImportSummary extends ImportCounts {
  /** Number of things that were lost: skipped items, and content of imported posts. */
  lost: number;
  /** Skipped items, lost content, notes and warnings, by category. */
  categories: CategoryCount[];
  /** False if the signal stopped the import before all items were read. */
  isComplete: boolean;
  /** Headings, grouped by kind, that look like questions but are not FAQ entries. Present only with the option `faq`. */
  lostQuestions?: LostQuestions[];
  /** Faults in FAQ entries that an editor would not publish, the most frequent first. Left out without `faq`. */
  answerFaults?: AnswerFaults[];
}
