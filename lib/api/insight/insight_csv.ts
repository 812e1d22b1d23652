import type { InsightRow } from "./insight_report.ts";

const columns = ["date", "endpoint", "status", "key", "key_id", "requests"];

/** Renders rows as CSV (RFC 4180). `key` is the name of the key, or its id if it no longer exists. */
export function insightCsv(rows: readonly InsightRow[]): string {
  const lines = rows.map(({ date, endpoint, status, key = "", keyName = key, requests }) =>
    [date, endpoint, status, keyName, key, String(requests)].map(cell).join(","),
  );
  return [columns.join(","), ...lines].map((line) => `${line}\r\n`).join("");
}

/** A spreadsheet runs a cell that begins with one of these characters as a formula, so a quote precedes it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
