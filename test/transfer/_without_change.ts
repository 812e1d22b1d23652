import type { TransferRecord } from "../../lib/moving/entry.ts";

/**
 * Returns a record without the time of a post's last change. An import or a restore is a change, so it has its own time. The last record has no
 * numbers of records that are left behind, because a copy lacks those.
 */
export function withoutChange(record: TransferRecord): TransferRecord {
  if (record.type === "end") return { type: record.type, records: record.records };
  if (record.type !== "post") return record;
  const { changedAt: _changedAt, ...post } = record.post;
  return { ...record, post };
}

/** Returns the text of a record or a response without the time of a post's last change and without `leftBehind`. */
export function textWithoutChange(text: string): string {
  return text.replaceAll(/"changedAt":"[^"]*",?/g, "").replace(/,"leftBehind":\{[^}]*\}/, "");
}
