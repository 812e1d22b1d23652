import type { Clock } from "../../base/time/clock.ts";
import type { Sleep } from "../../base/time/sleep.ts";
import type { IndexState, SearchTables, TableDocument } from "../../store/mod.ts";
import { type IndexSource, readAtOnce, type SourceEntry } from "../index_source.ts";
import { listPublic } from "../list_public.ts";
import { boundedWork, charactersAtOnce, type Pauses } from "../index/work.ts";
import { toTableDocument } from "./to_table_document.ts";

/** Number of postings that one change adds. A document with more is a change of its own. */
const mostPostings = 20_000;
/** Number of documents that one change removes. */
const removedAtOnce = 100;
/** Number of versions that are read together. */
const versionsAtOnce = 5000;

/** Dependencies of {@link updateTables}. */
export interface TableWriterDeps {
  clock: Clock;
  sleep: Sleep;
}

/** A writer lost its reservation, so another process writes the index now. */
export class ReservationLostError extends Error {
  override name = "ReservationLostError";

  constructor() {
    super("Another process has begun to write this search index");
  }
}

/**
 * Brings an index that a writer has reserved up to date with its source. It adds the documents that have changed, and removes those that are
 * not public any more.
 *
 * @throws {ReservationLostError} if the reservation ended
 */
export async function updateTables(
  tables: SearchTables,
  { state, writer, source }: { state: IndexState; writer: string; source: IndexSource },
  { clock, sleep }: TableWriterDeps,
): Promise<void> {
  const { index } = state;
  const pauses: Pauses = { work: boundedWork(charactersAtOnce), pause: () => sleep(0) };
  const copy = { revision: state.revision ?? undefined, changesAt: state.changesAt };
  const listed = await listPublic(source, copy, { now: clock.now(), ...pauses });
  const { revision, changesAt, isComplete, entries } = listed;
  const known = isComplete ? await versionsOf(tables, index) : new Map<string, string>();
  const changed = [...entries.values()].filter(
    (entry) => entry !== null && known.get(entry.key) !== entry.version,
  ) as SourceEntry[];
  const removed = [...(isComplete ? known : entries).keys()].filter(
    (key) => (entries.get(key) ?? null) === null,
  );
  const apply = async (keys: readonly string[], added: readonly TableDocument[]): Promise<void> => {
    if (!(await tables.apply({ index, writer, removed: keys, added }))) throw new ReservationLostError();
  };
  for (let at = 0; at < removed.length; at += removedAtOnce) {
    await apply(removed.slice(at, at + removedAtOnce), []);
  }
  for (let at = 0; at < changed.length; at += readAtOnce) {
    const batch = changed.slice(at, at + readAtOnce);
    await addAll(batch, { source, pauses, apply });
  }
  if (!(await tables.finish({ index, writer, revision: revision ?? null, changesAt }))) {
    throw new ReservationLostError();
  }
}

/** Adds documents. Those that cannot be read any more are removed. */
async function addAll(
  entries: readonly SourceEntry[],
  {
    source,
    pauses,
    apply,
  }: {
    source: IndexSource;
    pauses: Pauses;
    apply: (removed: readonly string[], added: readonly TableDocument[]) => Promise<void>;
  },
): Promise<void> {
  const documents = await source.read(entries, pauses);
  const gone = entries.filter((_, at) => (documents[at] ?? null) === null).map(({ key }) => key);
  let added: TableDocument[] = [];
  let postings = 0;
  for (const [at, document] of documents.entries()) {
    if (document === null) continue;
    const rows = await toTableDocument(document, entries[at]?.version ?? "", pauses);
    added.push(rows);
    postings += rows.words.reduce((sum, word) => sum + word.postings.length, 0);
    if (postings < mostPostings) continue;
    await apply([], added);
    added = [];
    postings = 0;
  }
  if (added.length + gone.length > 0) await apply(gone, added);
}

async function versionsOf(tables: SearchTables, index: number): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  let after = "";
  for (;;) {
    const page = await tables.versions(index, after, versionsAtOnce);
    for (const { key, version } of page) known.set(key, version);
    if (page.length < versionsAtOnce) return known;
    after = page.at(-1)?.key ?? "";
  }
}
