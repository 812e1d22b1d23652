import * as v from "valibot";
import type { Timestamp } from "../timestamp.ts";
import { toMilliseconds } from "../timestamp.ts";
import { durationRule, parseDuration } from "./parse_duration.ts";
import { type Permission, permissions } from "./permissions.ts";

/** What a new API key is made from. At most one of `expiresIn` and `expiresAt`; neither: no expiry. */
export interface ApiKeyInput {
  /** The organization that is active: the key operates on its data, and on no other's. */
  organizationSlug: string;
  /** Who generates the key, and whose permissions it has. */
  userId: string;
  /** 1 to 200 characters. */
  name: string;
  /** A duration from now: `30d`, `12h`, `P30D`. */
  expiresIn?: string;
  /** An instant to come. */
  expiresAt?: Timestamp;
  /** Narrows the user's permissions. Default: all of the user's. */
  permissions?: readonly Permission[];
}

/** A key's input after validation: times in milliseconds. */
export interface ValidApiKeyInput {
  organizationSlug: string;
  userId: string;
  name: string;
  expiresIn?: number;
  expiresAt?: number;
  permissions?: readonly Permission[];
}

const string = v.string("must be a string");

/** Validates the input of a new key. */
export const apiKeyInput: v.GenericSchema<unknown, ValidApiKeyInput> = v.pipe(
  v.strictObject({
    organizationSlug: string,
    userId: string,
    name: v.pipe(
      string,
      v.trim(),
      v.minLength(1, "must not be empty"),
      v.maxLength(200, "must be at most 200 characters"),
    ),
    expiresIn: v.exactOptional(
      v.pipe(
        string,
        v.check((duration) => parseDuration(duration) !== undefined, durationRule),
        v.transform((duration) => parseDuration(duration) ?? 0),
      ),
    ),
    expiresAt: v.exactOptional(
      v.pipe(
        v.custom<NonNullable<Timestamp>>(
          (input) => toMilliseconds(input as Timestamp) !== undefined,
          "must be a date and time in ISO 8601, a Date or milliseconds since the epoch",
        ),
        v.transform((timestamp) => toMilliseconds(timestamp) ?? 0),
      ),
    ),
    permissions: v.exactOptional(
      v.array(v.picklist(permissions, `must be one of ${permissions.join(", ")}`), "must be an array"),
    ),
  }),
  v.check(
    ({ expiresIn, expiresAt }) => expiresIn === undefined || expiresAt === undefined,
    "must have at most one of expiresIn and expiresAt",
  ),
);

/** The last instant that RFC 3339 can write. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether a key can expire at a time: it is to come, and a timestamp can say it. */
export function isExpiry(time: number, now: number): boolean {
  return time > now && time <= lastInstant;
}

/** When a key of this input expires, in milliseconds since the epoch; undefined for never. */
export function expiryOf({ expiresIn, expiresAt }: ValidApiKeyInput, now: number): number | undefined {
  return expiresIn === undefined ? expiresAt : now + expiresIn;
}
