import type { AnswerFaults, LostQuestions } from "../../../import/mod.ts";
import type { ReadingProgress, UploadKind } from "../../../import/uploads/mod.ts";

/** Numbers of posts of an import. */
export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Posts that were edited since the last import, and therefore left as they are. */
  kept: number;
  /** Items that are no post of the organization now. */
  skipped: number;
}

/** A remark about a place in the upload. */
export interface ImportRemark {
  /** The file and the line, such as `posts/a.md:3`. */
  place: string;
  text: string;
}

/** An import of an uploaded file, as it is stored. */
export interface ImportJob {
  id: string;
  /** Name of the uploaded file. */
  fileName: string;
  kind: UploadKind;
  /** True if nothing is written. */
  isCheck: boolean;
  asDrafts: boolean;
  /** `lost`: its process ended before the import did. */
  state: "running" | "finished" | "failed" | "lost";
  /** RFC 3339. */
  startedAt: string;
  /** RFC 3339. The last time when the import showed that it is running, or its end. */
  changedAt: string;
  /** Left out before the first progress. */
  progress?: ReadingProgress;
  counts: ImportCounts;
  /** Number of posts that are not free. */
  paid: number;
  /** The first created or updated posts. */
  posts: readonly { slug: string; title: string }[];
  /** The first items that were left out. */
  leftOut: readonly ImportRemark[];
  /** The first losses, notes and warnings about imported posts. */
  remarks: readonly ImportRemark[];
  remarkCount: number;
  /** Headings that look like questions but are not FAQ entries. */
  lostQuestions: readonly LostQuestions[];
  /** Faults in FAQ entries that an editor would not publish. Left out by imports of earlier releases. */
  answerFaults?: readonly AnswerFaults[];
  /** The reason for a failure. */
  message?: string;
}
