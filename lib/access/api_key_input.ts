import * as v from "valibot";
import { dailyRequestLimit } from "../daily_request_limit.ts";
import { type Timestamp, toMilliseconds } from "../timestamp.ts";
import { timestampInput } from "../timestamp_input.ts";
import { durationPattern, durationRule, parseDuration } from "./parse_duration.ts";
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
  /** Requests per UTC day, 1 to 1,000,000,000. Default: the organization's, or the API's. */
  dailyRequestLimit?: number;
}

/** A key's input after validation: times in milliseconds. */
export interface ValidApiKeyInput {
  organizationSlug: string;
  userId: string;
  name: string;
  expiresIn?: number;
  expiresAt?: number;
  permissions?: readonly Permission[];
  dailyRequestLimit?: number;
}

/** What a user chooses for a key of their own, after validation. */
export type ValidOwnKeyInput = Pick<ValidApiKeyInput, "name" | "expiresIn" | "expiresAt" | "permissions">;

/** How a key is replaced by another. At most one of `expiresIn` and `expiresAt`; neither: as long as the old one was to live. */
export interface RollInput {
  /** How long the old key goes on, a duration such as `24h`; `0` ends it at once. Default: `24h`. */
  overlap?: string;
  expiresIn?: string;
  expiresAt?: Timestamp;
}

/** The input of a roll after validation: times in milliseconds. */
export interface ValidRollInput {
  overlap: number;
  expiresIn?: number;
  expiresAt?: number;
}

const string = v.string("must be a string");

const duration = v.pipe(
  string,
  v.metadata({ pattern: durationPattern }),
  v.check((text) => parseDuration(text) !== undefined, durationRule),
  v.transform((text) => parseDuration(text) ?? 0),
);

const expiry = {
  expiresIn: v.exactOptional(duration),
  expiresAt: v.exactOptional(
    v.pipe(
      timestampInput,
      v.transform((timestamp) => toMilliseconds(timestamp) ?? 0),
    ),
  ),
};

const oneExpiryRule = "must have at most one of expiresIn and expiresAt";

function hasOneExpiry({ expiresIn, expiresAt }: { expiresIn?: number; expiresAt?: number }): boolean {
  return expiresIn === undefined || expiresAt === undefined;
}

/** What a user chooses for a key of their own. */
const ownEntries = {
  name: v.pipe(
    string,
    v.trim(),
    v.metadata({ pattern: String.raw`\S` }),
    v.minLength(1, "must not be empty"),
    v.maxLength(200, "must be at most 200 characters"),
  ),
  ...expiry,
  permissions: v.exactOptional(
    v.array(v.picklist(permissions, `must be one of ${permissions.join(", ")}`), "must be an array"),
  ),
};

/** At most one of the two, as JSON Schema; linters want `properties` beside `required`. */
const notBothExpiries = {
  not: { required: ["expiresIn", "expiresAt"], properties: { expiresIn: {}, expiresAt: {} } },
};

/** Validates what a user chooses for a key of their own. */
export const ownKeyInput: v.GenericSchema<unknown, ValidOwnKeyInput> = v.pipe(
  v.strictObject(ownEntries),
  v.metadata(notBothExpiries),
  v.check((input) => hasOneExpiry(input), oneExpiryRule),
);

/** Validates the input of a new key. */
export const apiKeyInput: v.GenericSchema<unknown, ValidApiKeyInput> = v.pipe(
  v.strictObject({
    organizationSlug: string,
    userId: string,
    ...ownEntries,
    dailyRequestLimit: v.exactOptional(dailyRequestLimit),
  }),
  v.metadata(notBothExpiries),
  v.check((input) => hasOneExpiry(input), oneExpiryRule),
);

/** Validates how a key is rolled. */
export const rollInput: v.GenericSchema<unknown, ValidRollInput> = v.pipe(
  v.strictObject({
    overlap: v.optional(
      v.union(
        [
          v.pipe(
            v.literal("0"),
            v.transform(() => 0),
          ),
          duration,
        ],
        `${durationRule}, or 0`,
      ),
      "24h",
    ),
    ...expiry,
  }),
  v.metadata(notBothExpiries),
  v.check((input) => hasOneExpiry(input), oneExpiryRule),
);

/** The last instant that RFC 3339 can write. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether a key can expire at a time: it is to come, and a timestamp can say it. */
export function isExpiry(time: number, now: number): boolean {
  return time > now && time <= lastInstant;
}

/** When a key expires that is to live as long as another was to, in milliseconds since the epoch; undefined for never. */
export function inheritedExpiry(
  { createdAt, expiresAt }: { createdAt: string; expiresAt?: string },
  now: number,
): number | undefined {
  if (expiresAt === undefined) return undefined;
  return Math.min(now + Date.parse(expiresAt) - Date.parse(createdAt), lastInstant);
}

/** When a key of this input expires, in milliseconds since the epoch; undefined for never. */
export function expiryOf(
  { expiresIn, expiresAt }: { expiresIn?: number | undefined; expiresAt?: number | undefined },
  now: number,
): number | undefined {
  return expiresIn === undefined ? expiresAt : now + expiresIn;
}
