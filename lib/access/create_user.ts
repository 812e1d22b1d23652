import * as v from "valibot";
import { AlreadyExistsError, ContentionError } from "../errors.ts";
import { randomId } from "../random_id.ts";
import type { Store } from "../store/mod.ts";
import { validate } from "../validate.ts";
import type { AccessDeps } from "./access_deps.ts";
import { claimAddress, findFreeClaim, withdrawnKey } from "./email_addresses.ts";
import { readUser, type User, userDirectory, userLocation } from "./user.ts";

/** Input of a new user. */
export interface UserInput {
  /**
   * The host's own identifier: 1 to 128 ASCII letters, digits, `.`, `_`, `~`, `:` and `-`, not `.` or `..`. It stays the same for good.
   * Default: a new random id.
   */
  id?: string;
  /** 1 to 200 characters. */
  name: string;
  /** An address that no other user has; upper and lower case of ASCII make no difference. */
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
  name: v.pipe(
    v.string("must be a string"),
    v.trim(),
    v.metadata({ pattern: String.raw`\S` }),
    v.minLength(1, "must not be empty"),
    v.maxLength(200, "must be at most 200 characters"),
  ),
  email: v.exactOptional(v.pipe(v.string("must be a string"), v.email("must be an email address"))),
});

const action = "Cannot create the user";

/** Creations of one address that run at the same time can withdraw each other. */
const attempts = 10;

/**
 * Creates a user, who belongs to no organization yet.
 *
 * @throws {InvalidInputError} when the input is not allowed
 * @throws {AlreadyExistsError} when another user has the id or the email address
 */
export async function createUser(deps: AccessDeps, input: UserInput): Promise<User> {
  const valid = validate(userInput, input, action);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const createdAt = new Date(deps.clock.now()).toISOString();
    // A new random id for each attempt: a creation that was withdrawn stays so.
    const user: User = { id: randomId(deps.randomBytes), ...valid, status: "active", createdAt };
    if (valid.id !== undefined) await requireFreeId(deps.store, valid.id);
    if (await writeUser(deps, user, valid.id !== undefined)) return user;
  }
  throw new ContentionError(
    `${action}: "${valid.email ?? valid.id}" was taken at the same time by others, ${attempts} times in a row. Try again`,
  );
}

async function requireFreeId(store: Store, userId: string): Promise<void> {
  if ((await readUser(store, userId)) === null) return;
  throw new AlreadyExistsError(
    `${action}: "${userId}" is the id of another user. Use that user, or another id`,
  );
}

/**
 * Writes a user, whose record comes last: after a crash the entry in the directory and the claim of the address lead nowhere. The
 * directory is passed over then, and the claim is taken over.
 *
 * @returns false when another creation took the address or the id at the same time
 */
async function writeUser({ store }: AccessDeps, user: User, isOwnId: boolean): Promise<boolean> {
  const { id: userId, email } = user;
  const { partition, key } = userLocation(userId);
  // An earlier creation of the same id may have been withdrawn. Only a later mark withdraws this one.
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
  // Another creation of the same id may have succeeded, and needs the entry. Entries without a user are passed over.
  if (!isOwnId) await store.commit(userDirectory, { deletes: [listed.key] });
  return false;
}
