/** What the doctor found at one place. */
export interface Finding {
  /** What was looked at: `node`, `clock`, `folder`, … */
  check: string;
  status: "ok" | "warning" | "failed";
  detail: string;
  /** What to do about it. */
  remedy?: string;
}
