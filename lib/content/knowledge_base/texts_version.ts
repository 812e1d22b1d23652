import { CachedRecord, findOrDamage, type FoundOrDamage, type RecordQuestion } from "../../store/mod.ts";
import type { RecentChanges } from "../recent_changes.ts";
import { knowledgeVersionKey } from "./knowledge_record.ts";

/** The record that every change of a text writes, as a read found it. */
export type TextsVersion = FoundOrDamage<RecentChanges<string>>;

/** Returns the question for the record that every change of an organization's texts writes. */
export function textsVersion(organizationSlug: string): RecordQuestion<TextsVersion> {
  const location = { partition: ["org", organizationSlug], key: knowledgeVersionKey };
  const record = new CachedRecord<RecentChanges<string>>(location);
  return { records: [record], read: (found) => findOrDamage(found, record) };
}
