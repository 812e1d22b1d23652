import type { KeyPart, Store } from "../store/mod.ts";

/** A text of an organization's knowledge base. */
export interface KnowledgeEntry {
  id: string;
  text: string;
  /** RFC 3339. */
  createdAt: string;
  /** Who added it. */
  userId?: string;
}

/** What the keys of the texts begin with. */
export const knowledgePrefix: readonly KeyPart[] = ["knowledge"];

/** How many texts are read at a time: each may be long. */
const textsAtOnce = 50;

/** What is kept of a text: itself, and where it is. */
export function knowledgeRecords(
  entry: KnowledgeEntry,
): [{ key: KeyPart[]; data: object }, { key: KeyPart[]; data: object }] {
  const key = [...knowledgePrefix, Date.parse(entry.createdAt), entry.id];
  return [
    { key, data: entry },
    { key: placeKey(entry.id), data: { key } },
  ];
}

/** The texts are in the order of time: where one is, its id alone does not tell. */
export function placeKey(id: string): KeyPart[] {
  return ["knowledge-id", id];
}

/** The texts of an organization's knowledge base, oldest first. */
export async function* readTexts(store: Store, organizationSlug: string): AsyncGenerator<KnowledgeEntry> {
  const partition = ["org", organizationSlug];
  const options = { prefix: knowledgePrefix };
  for await (const { data } of store.listAll<KnowledgeEntry>(partition, options, textsAtOnce)) yield data;
}
