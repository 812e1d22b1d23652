import type { Location, Store } from "../../store/mod.ts";
import { MigrationRefusedError } from "./transfer_error.ts";

/** Record in the target of a migration that has not finished. */
export interface MigrationMark {
  /** Random id. It shows if source and target are the same store. */
  id: string;
  /** Name of the source. */
  from: string;
  /** Start of the migration, in RFC 3339. */
  begunAt: string;
  /** True if the target may have had records before. */
  isMerge: boolean;
}

const place: Location = { partition: ["store"], key: ["migration"] };

/** Returns the mark of an unfinished migration into a store, or null. */
export async function findMark(store: Store): Promise<MigrationMark | null> {
  return (await store.get<MigrationMark>(place))?.data ?? null;
}

/**
 * Marks a store as the target of a migration, unless it already has the mark of the same migration.
 *
 * @throws {MigrationRefusedError} if the store is not empty and this is not a merge, or a different migration has not finished
 */
export async function markTarget(
  target: Store,
  { from, begunAt, isMerge }: Omit<MigrationMark, "id">,
): Promise<MigrationMark> {
  const found = await findMark(target);
  if (found !== null) {
    if (found.from === from) return found;
    const other = `a migration from ${found.from}, started at ${found.begunAt}, has not finished`;
    throw new MigrationRefusedError(`${other}: run it again, or empty the target`);
  }
  if (!isMerge && !(await isEmpty(target))) {
    throw new MigrationRefusedError(
      "the target is not empty; use --merge to add the source's records, and to replace records that are in both",
    );
  }
  const mark = { id: crypto.randomUUID(), from, begunAt, isMerge };
  const result = await target.commit(place.partition, {
    checks: [{ key: place.key, exists: false }],
    sets: [{ key: place.key, data: mark }],
  });
  if (result.committed) return mark;
  throw new MigrationRefusedError("another migration into the target has just started");
}

/** Removes the mark of a finished migration. */
export async function removeMark(store: Store): Promise<void> {
  await store.commit(place.partition, { deletes: [place.key] });
}

/** True if a store has neither organizations nor users. */
export async function isEmpty(store: Store): Promise<boolean> {
  for (const partition of [["organizations"], ["users"]]) {
    if (await store.hasAny(partition, [])) return false;
  }
  return true;
}
