import * as v from "valibot";
import { AlreadyExistsError, NotFoundError } from "../../base/errors.ts";
import type { Actor } from "../../base/actor.ts";
import { validate } from "../../base/input/validate.ts";
import type { AccessDeps } from "../access_deps.ts";
import { auditRecord } from "../audit.ts";
import { indexMember } from "../memberships/member_index.ts";
import { claimAddress, findFreeClaim, withdrawnKey } from "./email_addresses.ts";
import { emailInput } from "./user_input.ts";
import { listOrganizationsOfUser, type User, userLocation } from "./user.ts";

const action = "Cannot add the email address";
const addressInput: v.GenericSchema<unknown, { email: string }> = v.strictObject({ email: emailInput });

/**
 * Gives a user without an email address one. The claim of the address is written first, as for a new user. Another process that takes the
 * claim over withdraws this write.
 *
 * @throws {InvalidInputError} if the address is invalid
 * @throws {NotFoundError} if the user does not exist
 * @throws {AlreadyExistsError} if the user has an address, or another user has this one
 */
export async function addAddress(
  deps: AccessDeps,
  userId: string,
  address: string,
  { by }: Actor,
): Promise<User> {
  const { store } = deps;
  const { email } = validate(addressInput, { email: address }, action);
  const location = userLocation(userId);
  const { partition, key } = location;
  const user = await store.writes.repeatInTurn(location, `${action}: "${userId}"`, async () => {
    const free = await findFreeClaim(store, email);
    const [found, mark] = await Promise.all([
      store.get<User>(location),
      store.get({ partition, key: withdrawnKey }),
    ]);
    if (found === null) throw new NotFoundError(`${action}: there is no user "${userId}"`);
    if (found.data.email !== undefined) {
      throw new AlreadyExistsError(`${action}: the user "${userId}" has an address already`);
    }
    if ("user" in free) throw new AlreadyExistsError(`${action}: another user has it. Use another address`);
    if (!(await claimAddress(store, { email, userId }, free.claim))) return null;
    const changed: User = { ...found.data, email };
    const unmarked =
      mark === null ? { key: withdrawnKey, exists: false } : { key: withdrawnKey, version: mark.version };
    const audit = auditRecord(deps, { action: "user.address", subject: userId, by });
    const checks = [{ key, version: found.version }, unmarked];
    const result = await store.commit(partition, { checks, sets: [{ key, data: changed }, audit] });
    return result.committed ? changed : null;
  });
  for (const organizationSlug of await listOrganizationsOfUser(store, userId))
    await indexMember(store, { userId, organizationSlug });
  return user;
}
