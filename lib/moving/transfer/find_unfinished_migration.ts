import { systemClock } from "../../base/time/clock.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import { type AtomicDriver, openStore, type Storage } from "../../store/mod.ts";
import { findMark, type MigrationMark } from "./migration_mark.ts";

/**
 * Returns the interrupted migration into a store, or null. The store may be incomplete until the migration is run again.
 */
export async function findUnfinishedMigration(
  storage: Storage | AtomicDriver,
): Promise<Pick<MigrationMark, "from" | "begunAt"> | null> {
  const opening = { deployment: "process", clock: systemClock, randomBytes: systemRandomBytes } as const;
  const mark = await findMark(openStore(storage, opening));
  return mark && { from: mark.from, begunAt: mark.begunAt };
}
