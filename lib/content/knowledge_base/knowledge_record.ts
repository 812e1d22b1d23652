import { sha256Hex } from "../../base/secrets/sha256.ts";
import {
  CachedRecord,
  findOrDamage,
  type FoundOrDamage,
  type KeyPart,
  type RecordQuestion,
  type Store,
} from "../../store/mod.ts";
import type { RecentChanges } from "../recent_changes.ts";

/** A text of an organization's knowledge base. */
export interface KnowledgeEntry {
  id: string;
  text: string;
  title?: string;
  /** Address of the page that the text comes from, with http or https. */
  source?: string;
  tags?: string[];
  /** RFC 3339. */
  createdAt: string;
  /** Time of the last replacement, RFC 3339. Missing if the text was never replaced. */
  updatedAt?: string;
  /** Id of the user who added it. */
  userId?: string;
}

/** Returns the tag of one version of a text. It stays the same in an export, so a moved text has the same tag. */
export function knowledgeTag(entry: KnowledgeEntry): string {
  const { id, text, title, source, tags, createdAt, updatedAt } = entry;
  return sha256Hex(JSON.stringify([id, text, title, source, tags, createdAt, updatedAt])).slice(0, 16);
}

/** Key prefix of the texts. */
export const knowledgePrefix: readonly KeyPart[] = ["knowledge"];

/** Key of a record that every change of a text writes. Its version is the revision of all texts of the organization. */
export const knowledgeVersionKey: KeyPart[] = ["knowledge-version"];

/** Number of texts in a batch. It is small because texts may be long. */
const batchSize = 50;

/** Returns the two records of a text: the text, and the key of that record by id. */
export function knowledgeRecords(
  entry: KnowledgeEntry,
): [{ key: KeyPart[]; data: object }, { key: KeyPart[]; data: object }] {
  const key = [...knowledgePrefix, Date.parse(entry.createdAt), entry.id];
  return [
    { key, data: entry },
    { key: placeKey(entry.id), data: { key } },
  ];
}

/** Returns the key of the record that maps a text's id to its key. Texts are sorted by time, so the id alone is not enough. */
export function placeKey(id: string): KeyPart[] {
  return ["knowledge-id", id];
}

/** Reads the texts of an organization's knowledge base, oldest first. */
export async function* readTexts(store: Store, organizationSlug: string): AsyncGenerator<KnowledgeEntry> {
  const partition = ["org", organizationSlug];
  const options = { prefix: knowledgePrefix };
  for await (const { data } of store.listAll<KnowledgeEntry>(partition, options, batchSize)) yield data;
}

/** The record that every change of a text writes, as a read found it. */
export type TextsVersion = FoundOrDamage<RecentChanges<string>>;

/** Returns the question for the record that every change of an organization's texts writes. */
export function textsVersion(organizationSlug: string): RecordQuestion<TextsVersion> {
  const location = { partition: ["org", organizationSlug], key: knowledgeVersionKey };
  const record = new CachedRecord<RecentChanges<string>>(location);
  return { records: [record], read: (found) => findOrDamage(found, record) };
}
