import * as v from "valibot";
import { InvalidInputError } from "../../base/errors.ts";
import { nameInput } from "../../base/text/name.ts";
import { validate } from "../../base/input/validate.ts";
import {
  durationPattern,
  durationRule,
  longestDuration,
  parseDuration,
} from "../../base/time/parse_duration.ts";
import { emailInput, userIdInput } from "../users/user_input.ts";
import { defaultRole, type Role, roles } from "../permissions.ts";

/** Input for a new invitation: an email address or the ID of a user. */
export type InvitationInput = {
  /** Default: `writer`. */
  role?: Role;
  /** Lifetime of the invitation, such as `7d`, at most `30d`. Default: `7d`. */
  expiresIn?: string;
} & (
  | {
      email: string;
      /** Name for the user who is created at the first sign-in with an OpenID provider, 1 to 200 characters. Default: the address. */
      name?: string;
    }
  | { userId: string }
);

/** An invitation after validation. */
export type ValidInvitation = InvitationInput & { role: Role };

const defaultLife = "7d";
const longestLife = "30d";
const string = v.string("must be a string");
/** Validates the role of a new member. */
export const newRole: v.OptionalSchema<v.GenericSchema<Role>, Role> = v.optional(
  v.pipe(v.picklist(roles, `must be one of ${roles.join(", ")}`), v.description(`Default: ${defaultRole}.`)),
  defaultRole,
);
const expiresIn = v.exactOptional(
  v.pipe(
    string,
    v.metadata({ pattern: durationPattern }),
    v.maxLength(longestDuration, `${durationRule}, at most ${longestLife}`),
    v.description(`A duration such as ${defaultLife}, at most ${longestLife}. Default: ${defaultLife}.`),
  ),
);

/** Validates an invitation by email address. */
export const emailInvitationInput: v.GenericSchema<
  unknown,
  { role: Role; email: string; name?: string; expiresIn?: string }
> = v.strictObject({
  role: newRole,
  email: emailInput,
  name: v.exactOptional(
    v.pipe(
      nameInput(200),
      v.description(
        "Name of the user who is created at the first sign-in by an OpenID provider. Default: the address.",
      ),
    ),
  ),
  expiresIn,
});

/** Validates an invitation by user ID. */
export const userInvitationInput: v.GenericSchema<
  unknown,
  { role: Role; userId: string; expiresIn?: string }
> = v.strictObject({ role: newRole, userId: userIdInput, expiresIn });

/** @throws {InvalidInputError} if the input is invalid */
export function validInvitation(input: InvitationInput, action: string): ValidInvitation {
  return "userId" in input
    ? validate(userInvitationInput, input, action)
    : validate(emailInvitationInput, input, action);
}

/**
 * Returns the time at which a new invitation expires, in milliseconds since the epoch.
 *
 * @throws {InvalidInputError} if the duration is malformed or too long
 */
export function invitationExpiry(
  { expiresIn: duration = defaultLife }: { expiresIn?: string },
  now: number,
  action: string,
): number {
  const life = parseDuration(duration);
  if (life !== undefined && life <= (parseDuration(longestLife) ?? 0)) return now + life;
  const message = `${durationRule}, at most ${longestLife}`;
  throw new InvalidInputError(action, [{ pointer: "/expiresIn", message }]);
}
