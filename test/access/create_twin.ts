import { restoreUser } from "../../lib/access/mod.ts";
import { type AtomicDriver, type Storage, type User } from "../../lib/mod.ts";
import { systemRandomBytes, randomId } from "../../lib/base/secrets/random.ts";
import { openStore } from "../../lib/store/mod.ts";
import { ManualClock } from "../manual_clock.ts";

/** Writes a user like older versions and imports, even if a different user has the address. */
export async function createTwin(
  storage: Storage | AtomicDriver,
  fields: Partial<User> & { name: string; email: string },
): Promise<User> {
  const clock = new ManualClock();
  const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
  const createdAt = new Date(clock.now()).toISOString();
  const user: User = { id: randomId(systemRandomBytes), status: "active", createdAt, ...fields };
  await restoreUser(store, user, { dryRun: false });
  return user;
}
