import type { IndexSource, SourceEntry } from "./index_source.ts";
import type { Pauses } from "./index/work.ts";

/** Work of listing a document, in characters. */
const workOfEntry = 50;

/** State of a copy of the documents. */
export interface CopyState {
  /** Revision of the source. Undefined if it is unknown. */
  revision: string | undefined;
  /** Time at which the next document becomes public, in milliseconds since the epoch. */
  changesAt: number;
}

/** Documents of a source, and the state of a copy that has them. */
export interface ListedDocuments extends CopyState {
  /** True if all public documents are listed. Otherwise, only documents that may have changed are. */
  isComplete: boolean;
  /** By key. Null: the document is not public. */
  entries: ReadonlyMap<string, SourceEntry | null>;
}

/**
 * Lists the documents that have changed since a copy was made, if the source knows them, or else all public documents. Until a scheduled
 * document becomes public, the copy changes only with the source.
 */
export async function listPublic(
  source: IndexSource,
  copy: CopyState,
  { now, ...pauses }: Pauses & { now: number },
): Promise<ListedDocuments> {
  const since = now < copy.changesAt ? copy.revision : undefined;
  // The revision is read before the documents: a document that changes in the meantime changes the revision again.
  const known = since === undefined ? undefined : await source.changes?.(since);
  if (known === undefined) return listAll(source, { now, ...pauses });
  const entries = new Map<string, SourceEntry | null>();
  let { changesAt } = copy;
  for (const [key, entry] of known.changed) {
    const isScheduled = entry !== null && entry.publicFrom > now;
    if (isScheduled) changesAt = Math.min(changesAt, entry.publicFrom);
    entries.set(key, isScheduled ? null : entry);
  }
  return { revision: known.revision, changesAt, isComplete: false, entries };
}

async function listAll(
  source: IndexSource,
  { now, work, pause }: Pauses & { now: number },
): Promise<ListedDocuments> {
  const revision = await source.revision();
  const entries = new Map<string, SourceEntry>();
  let changesAt = Infinity;
  for await (const page of source.pages()) {
    for (const entry of page) {
      if (entry.publicFrom > now) changesAt = Math.min(changesAt, entry.publicFrom);
      else entries.set(entry.key, entry);
    }
    if (work.add(page.length * workOfEntry)) await pause();
  }
  return { revision, changesAt, isComplete: true, entries };
}
