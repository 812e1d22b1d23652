import * as v from "valibot";
import { asciiAddress } from "./email_addresses.ts";

/** Maximum length of an email address (RFC 5321, section 4.5.3.1.3). */
const longestEmail = 254;
/** Maximum length of the id of a user, which the host's `identity` can choose. */
const longestUserId = 1000;

/** Bounds the address as sent, and its ASCII form, which can be longer. */
const withinLongestEmail = v.maxLength<string, number, string>(
  longestEmail,
  `must be at most ${longestEmail} characters`,
);

/** Validates an email address by the rule of `<input type="email">` in HTML. An international domain becomes its ASCII form. */
export const emailInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.trim(),
  withinLongestEmail,
  v.metadata({ format: "idn-email" }),
  v.transform(asciiAddress),
  withinLongestEmail,
  v.rfcEmail("must be an email address"),
);

/** Validates the id of an existing user. */
export const userIdInput: v.GenericSchema<string> = v.pipe(
  v.string("must be a string"),
  v.maxLength(longestUserId, `must be at most ${longestUserId} characters`),
);
