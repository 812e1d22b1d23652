import type { Clock } from "../../base/time/clock.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import type { Change } from "../../events/mod.ts";
import type { Store, StoreChanges } from "../../store/mod.ts";
import { auditRecord } from "../audit.ts";
import { memberEvent, organizationOfUserLocation } from "./membership_location.ts";
import { writtenMembership } from "./member_index.ts";
import type { User } from "../users/user.ts";

/** Dependencies of {@link firstOwner}. */
interface FirstOwnerDeps {
  store: Store;
  clock: Clock;
  randomBytes: RandomBytes;
}

/** Returns the records and events of the first owner of a new organization, for the commit that creates it. */
export async function firstOwner(
  deps: FirstOwnerDeps,
  user: User,
  organizationSlug: string,
): Promise<{ sets: NonNullable<StoreChanges["sets"]>; events: readonly Change[] }> {
  const { id } = user;
  const { partition, key } = organizationOfUserLocation(id, organizationSlug);
  // Write the user's list entry first: an entry without a membership grants no access, and readers skip it.
  await deps.store.commit(partition, { sets: [{ key, data: { organizationSlug } }] });
  const { sets } = writtenMembership({ userId: id, role: "owner" }, user);
  const audit = auditRecord(deps, { action: "member.set", subject: id, by: id, detail: "owner" });
  return { sets: [...sets, audit], events: [memberEvent({ id, role: "owner" })] };
}
