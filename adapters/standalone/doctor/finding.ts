/** The result of one check of the doctor. */
export interface Finding {
  /** The name of the check: `node`, `clock`, `folder`, … */
  check: string;
  status: "ok" | "warning" | "failed";
  detail: string;
  /** Instructions that fix the problem. */
  remedy?: string;
}
