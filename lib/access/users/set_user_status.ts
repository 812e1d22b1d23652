import { InvalidInputError, NotFoundError } from "../../base/errors.ts";
import type { Actor } from "../../base/actor.ts";
import type { AccessDeps } from "../access_deps.ts";
import { auditRecord } from "../audit.ts";
import { memberEvent, membershipLocation } from "../memberships/membership_location.ts";
import { listOrganizationsOfUser, type User, userLocation } from "./user.ts";

/**
 * Sets the status of a user.
 *
 * @throws {InvalidInputError} if the status is unknown
 * @throws {NotFoundError} if the user does not exist
 */
export async function setUserStatus(
  deps: AccessDeps,
  userId: string,
  status: User["status"],
  { by }: Actor,
): Promise<User> {
  const action = "Cannot set the user's status";
  if (status !== "active" && status !== "disabled") {
    const message = "must be one of active, disabled";
    throw new InvalidInputError(action, [{ pointer: "/status", message }]);
  }
  const location = userLocation(userId);
  const { partition, key } = location;
  return deps.store.writes.repeatInTurn(location, `${action}: "${userId}"`, async () => {
    const found = await deps.store.get<User>(location);
    if (found === null) throw new NotFoundError(`${action}: there is no user "${userId}"`);
    if (found.data.status === status) return found.data;
    const user: User = { ...found.data, status };
    const audit = auditRecord(deps, { action: "user.status", subject: userId, by, detail: status });
    const changes = {
      // Check the version, so that a concurrently deleted user is not written again.
      checks: [{ key, version: found.version }],
      sets: [{ key, data: user }, audit],
    };
    const events = [memberEvent({ id: userId, status })];
    const organizationSlugs = await listMemberships(deps, userId);
    const result = await deps.relay.commit(partition, changes, { events, organizationSlugs });
    if (!result.committed) return null;
    void deps.emit("user.changed", { userId, status });
    return user;
  });
}

/** Returns the slugs of the organizations of which the user is a member. While a user is deleted, the user's list can hold more. */
async function listMemberships({ store }: AccessDeps, userId: string): Promise<string[]> {
  const slugs = await listOrganizationsOfUser(store, userId);
  const memberships = await store.getReadable<object[]>(
    slugs.map((slug) => membershipLocation(userId, slug)),
  );
  return slugs.filter((_slug, index) => memberships[index] !== null);
}
