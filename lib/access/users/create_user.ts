import * as v from "valibot";
import { AlreadyExistsError } from "../../base/errors.ts";
import { nameInput } from "../../base/text/name.ts";
import { randomId } from "../../base/secrets/random.ts";
import type { Store } from "../../store/mod.ts";
import { validate } from "../../base/input/validate.ts";
import type { AccessDeps } from "../access_deps.ts";
import { claimAddress, findFreeClaim, withdrawnKey } from "./email_addresses.ts";
import { emailInput } from "./user_input.ts";
import { readUser, type User, userDirectory, userLocation } from "./user.ts";

/** Input for a new user. */
export interface UserInput {
  /**
   * The host's identifier of the user: 1 to 128 ASCII letters, digits, `.`, `_`, `~`, `:` and `-`, not `.` or `..`. It never changes.
   * Default: a random ID.
   */
  id?: string;
  /** 1 to 200 characters. */
  name: string;
  /** A unique email address. ASCII case is ignored in the comparison. */
  email?: string;
}

const userInput: v.GenericSchema<unknown, UserInput> = v.strictObject({
  id: v.exactOptional(
    v.pipe(
      v.string("must be a string"),
      v.regex(
        /^(?!\.{1,2}$)[A-Za-z0-9._~:-]{1,128}$/,
        "must be 1 to 128 ASCII letters, digits, '.', '_', '~', ':' and '-', and not '.' or '..'",
      ),
    ),
  ),
  name: nameInput(200),
  email: v.exactOptional(emailInput),
});

const action = "Cannot create the user";

/**
 * Creates a user without memberships.
 *
 * @throws {InvalidInputError} if the input is invalid
 * @throws {AlreadyExistsError} if another user has the ID or the email address
 */
export async function createUser(deps: AccessDeps, input: UserInput): Promise<User> {
  const valid = validate(userInput, input, action);
  // Concurrent creations with the same address can withdraw each other.
  return deps.store.writes.repeat(`${action}: "${valid.email ?? valid.id}"`, async () => {
    const createdAt = new Date(deps.clock.now()).toISOString();
    // Use a new random ID for each attempt, because a withdrawn random ID stays blocked.
    const user: User = { id: randomId(deps.randomBytes), ...valid, status: "active", createdAt };
    if (valid.id !== undefined) await requireFreeId(deps.store, valid.id);
    return (await writeUser(deps, user, valid.id !== undefined)) ? user : null;
  });
}

async function requireFreeId(store: Store, userId: string): Promise<void> {
  if ((await readUser(store, userId)) === null) return;
  throw new AlreadyExistsError(
    `${action}: "${userId}" is the id of another user. Use that user, or another id`,
  );
}

/**
 * Writes a user. The user's record is written last, so a crash leaves only a directory entry and an address claim. Readers skip that
 * entry, and the next creation takes over the claim.
 *
 * @returns false if a concurrent creation took the address or the ID
 */
async function writeUser({ store }: AccessDeps, user: User, isOwnId: boolean): Promise<boolean> {
  const { id: userId, email } = user;
  const { partition, key } = userLocation(userId);
  // An earlier creation of the same ID may have left a mark. Only a newer mark withdraws this creation.
  const mark = isOwnId ? await store.get({ partition, key: withdrawnKey }) : null;
  const found = email === undefined ? undefined : await findFreeClaim(store, email);
  if (found !== undefined && "user" in found) {
    throw new AlreadyExistsError(
      `${action}: "${email}" is the email address of the user ${found.user.id}. Use that user, or another address`,
    );
  }
  const listed = { key: [userId], data: { userId } };
  await store.commit(userDirectory, { sets: [listed] });
  const isClaimed =
    email === undefined || found === undefined || (await claimAddress(store, { email, userId }, found.claim));
  if (isClaimed) {
    const unmarked =
      mark === null ? { key: withdrawnKey, exists: false } : { key: withdrawnKey, version: mark.version };
    const checks = [unmarked, { key, exists: false }];
    const result = await store.commit(partition, { checks, sets: [{ key, data: user }] });
    if (result.committed) return true;
  }
  // With the host's own ID, keep the entry: a concurrent creation may need it. Readers skip entries without a user.
  if (!isOwnId) await store.commit(userDirectory, { deletes: [listed.key] });
  return false;
}
