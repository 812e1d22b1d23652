import * as v from "valibot";
import { AlreadyExistsError, ContentionError } from "../errors.ts";
import { randomId } from "../random_id.ts";
import { validate } from "../validate.ts";
import type { AccessDeps } from "./access_deps.ts";
import { claimAddress, findFreeClaim, withdrawnKey } from "./email_addresses.ts";
import { type User, userDirectory, userLocation } from "./user.ts";

/** Input of a new user. */
export interface UserInput {
  /** 1 to 200 characters. */
  name: string;
  /** An address that no other user has; upper and lower case of ASCII make no difference. */
  email?: string;
}

const userInput: v.GenericSchema<unknown, UserInput> = v.strictObject({
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
 * @throws {AlreadyExistsError} when another user has the email address
 */
export async function createUser(deps: AccessDeps, input: UserInput): Promise<User> {
  const valid = validate(userInput, input, action);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const createdAt = new Date(deps.clock.now()).toISOString();
    // A new id for each attempt: a creation that was withdrawn stays so.
    const user: User = { id: randomId(deps.randomBytes), ...valid, status: "active", createdAt };
    if (await writeUser(deps, user)) return user;
  }
  throw new ContentionError(
    `${action}: "${valid.email}" was taken at the same time by others, ${attempts} times in a row. Try again`,
  );
}

/**
 * Writes a user, whose record comes last: after a crash the entry in the directory and the claim of the address lead nowhere. The
 * directory is passed over then, and the claim is taken over.
 *
 * @returns false when another creation took the address at the same time
 */
async function writeUser({ store }: AccessDeps, user: User): Promise<boolean> {
  const { id: userId, email } = user;
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
    const { partition, key } = userLocation(userId);
    const checks = [{ key: withdrawnKey, exists: false }];
    const result = await store.commit(partition, { checks, sets: [{ key, data: user }] });
    if (result.committed) return true;
  }
  await store.commit(userDirectory, { deletes: [listed.key] });
  return false;
}
