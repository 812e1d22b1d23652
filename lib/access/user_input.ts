import * as v from "valibot";

/** Maximum length of an email address (RFC 5321, section 4.5.3.1.3). */
const longestEmail = 254;
/** Maximum length of the id of a user, which the host's `identity` can choose. */
const longestUserId = 1000;

/** Validates an email address. */
export const emailInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.trim(),
  v.maxLength(longestEmail, `must be at most ${longestEmail} characters`),
  v.email("must be an email address"),
);

/** Validates the id of an existing user. */
export const userIdInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.maxLength(longestUserId, `must be at most ${longestUserId} characters`),
);
