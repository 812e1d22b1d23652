import type { IndexSource, SourceEntry } from "./index_source.ts";
import type { Pauses } from "./index/work.ts";

/** Work of listing a document, in characters. */
const workOfEntry = 50;

/** Lists the documents that are public now, and the time at which the next document becomes public. */
export async function listPublic(
  source: IndexSource,
  { now, work, pause }: Pauses & { now: number },
): Promise<{ entries: Map<string, SourceEntry>; changesAt: number }> {
  const entries = new Map<string, SourceEntry>();
  let changesAt = Infinity;
  for await (const page of source.pages()) {
    for (const entry of page) {
      if (entry.publicFrom > now) changesAt = Math.min(changesAt, entry.publicFrom);
      else entries.set(entry.key, entry);
    }
    if (work.add(page.length * workOfEntry)) await pause();
  }
  return { entries, changesAt };
}
