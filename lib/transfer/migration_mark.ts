import type { Location, Store } from "../store/mod.ts";
import { MigrationRefusedError } from "./migration_refused_error.ts";

/** What a target says of a migration that has not finished. */
export interface MigrationMark {
  /** Random, so that a store is known to be the one it was written to. */
  id: string;
  /** The source's name. */
  from: string;
  /** RFC 3339. */
  begunAt: string;
  /** Whether the target held something before. */
  isMerge: boolean;
}

const place: Location = { partition: ["store"], key: ["migration"] };

/** The mark of a migration into a store that has not finished, or null. */
export async function findMark(store: Store): Promise<MigrationMark | null> {
  return (await store.get<MigrationMark>(place))?.data ?? null;
}

/**
 * Marks a store as the target of a migration, unless it is that of the same one already.
 *
 * @throws {MigrationRefusedError} when it holds something that may not be added to, or another migration has not finished
 */
export async function markTarget(
  target: Store,
  { from, begunAt, isMerge }: Omit<MigrationMark, "id">,
): Promise<MigrationMark> {
  const found = await findMark(target);
  if (found !== null) {
    if (found.from === from) return found;
    const other = `a migration from ${found.from}, begun at ${found.begunAt}, has not finished`;
    throw new MigrationRefusedError(`${other}: run that one again, or empty the target`);
  }
  if (!isMerge && !(await isEmpty(target))) {
    throw new MigrationRefusedError(
      "the target is not empty; --merge adds to what it holds, and replaces what is in both",
    );
  }
  const mark = { id: crypto.randomUUID(), from, begunAt, isMerge };
  const result = await target.commit(place.partition, {
    checks: [{ key: place.key, exists: false }],
    sets: [{ key: place.key, data: mark }],
  });
  if (result.committed) return mark;
  throw new MigrationRefusedError("another migration into the target has just begun");
}

/** Says that a migration has finished. */
export async function removeMark(store: Store): Promise<void> {
  await store.commit(place.partition, { deletes: [place.key] });
}

/** Whether a store has neither organizations nor users. */
export async function isEmpty(store: Store): Promise<boolean> {
  for (const partition of [["organizations"], ["users"]]) {
    if (await store.hasAny(partition, [])) return false;
  }
  return true;
}
