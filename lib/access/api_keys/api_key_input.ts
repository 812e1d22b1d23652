import * as v from "valibot";
import { type KeyRateLimit, keyRateLimit } from "../../base/key_rate_limit.ts";
import { nameInput } from "../../base/text/name.ts";
import { type Timestamp, toMilliseconds } from "../../base/time/timestamp.ts";
import { timestampInput } from "../../base/time/timestamp_input.ts";
import {
  durationPattern,
  durationRule,
  longestDuration,
  parseDuration,
} from "../../base/time/parse_duration.ts";
import { patchOf, type PatchOf } from "../../base/input/patch_of.ts";
import { keyNetworks } from "../verification/key_networks.ts";
import { type Permission, permissions } from "../permissions.ts";
import { userIdInput } from "../users/user_input.ts";

/** Input for a new API key. Set `expiresIn` or `expiresAt`, not both. Without either, the key does not expire. */
export interface ApiKeyInput {
  /** Slug of the active organization. The key can access only this organization's data. */
  organizationSlug: string;
  /** ID of the user who generates the key. The key has this user's permissions. */
  userId: string;
  /** 1 to 200 characters. */
  name: string;
  /** A duration from now: `30d`, `12h`, `P30D`. */
  expiresIn?: string;
  /** A time in the future. */
  expiresAt?: Timestamp;
  /** Subset of the user's permissions. Default: all of the user's permissions. */
  permissions?: readonly Permission[];
  /** Networks from which the key works, at most 50: `10.0.0.0/8`, `2001:db8::/32`, or single addresses. Default: everywhere. */
  networks?: readonly string[];
  /** Default: the organization's limits, then the API's. */
  rateLimit?: KeyRateLimit;
}

/** Validated input for a new API key, with times in milliseconds. */
export interface ValidApiKeyInput extends Omit<ApiKeyInput, "expiresIn" | "expiresAt"> {
  expiresIn?: number;
  expiresAt?: number;
}

/** Validated settings that users choose for their own keys. */
export type ValidOwnKeyInput = Pick<
  ValidApiKeyInput,
  "name" | "expiresIn" | "expiresAt" | "permissions" | "networks" | "rateLimit"
>;

/** Changes of a key. An empty list of networks and `null` allow all networks. `rateLimit: null` restores the default. */
export type ApiKeyChanges = PatchOf<
  Pick<ApiKeyInput, "networks" | "rateLimit"> & {
    /** True refuses every request with the key until a later change enables it. */
    isDisabled: boolean;
  }
>;

/** Options for rolling a key. Set `expiresIn` or `expiresAt`, not both. Without either, the new key gets the old key's lifetime. */
export interface RollInput {
  /** Time for which the old key stays valid, a duration such as `24h`. `0` ends it immediately. Default: `24h`. */
  overlap?: string;
  expiresIn?: string;
  expiresAt?: Timestamp;
}

/** Validated options for rolling a key, with times in milliseconds. */
export interface ValidRollInput {
  overlap: number;
  expiresIn?: number;
  expiresAt?: number;
}

/** Maximum length of the slug of a host's organization. */
const longestSlug = 1000;

const string = v.string("must be a string");

const duration = v.pipe(
  string,
  v.metadata({ pattern: durationPattern }),
  v.maxLength(longestDuration, durationRule),
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

/** Settings that users choose for their own keys. */
const ownEntries = {
  name: nameInput(200),
  ...expiry,
  permissions: v.exactOptional(
    v.pipe(
      v.array(v.picklist(permissions, `must be one of ${permissions.join(", ")}`), "must be an array"),
      v.maxLength(permissions.length, `must contain at most ${permissions.length} permissions`),
      v.transform((names) => [...new Set(names)]),
    ),
  ),
  networks: v.exactOptional(keyNetworks),
  rateLimit: v.exactOptional(keyRateLimit),
};

/** JSON Schema for at most one of the two. Linters require `properties` next to `required`. */
const notBothExpiries = {
  not: { required: ["expiresIn", "expiresAt"], properties: { expiresIn: {}, expiresAt: {} } },
};

/** Validates the settings that users choose for their own keys. */
export const ownKeyInput: v.GenericSchema<unknown, ValidOwnKeyInput> = v.pipe(
  v.strictObject(ownEntries),
  v.metadata(notBothExpiries),
  v.check((input) => hasOneExpiry(input), oneExpiryRule),
);

/** Validates the input for a new key. */
export const apiKeyInput: v.GenericSchema<unknown, ValidApiKeyInput> = v.pipe(
  v.strictObject({
    organizationSlug: v.pipe(string, v.maxLength(longestSlug, `must be at most ${longestSlug} characters`)),
    userId: userIdInput,
    ...ownEntries,
  }),
  v.metadata(notBothExpiries),
  v.check((input) => hasOneExpiry(input), oneExpiryRule),
);

/** Validates the changes of a key. */
export const keyChanges: v.GenericSchema<unknown, ApiKeyChanges> = patchOf({
  networks: ownEntries.networks,
  rateLimit: ownEntries.rateLimit,
  isDisabled: v.boolean("must be true or false"),
});

/** Validates the options for rolling a key. */
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

/** Latest time that RFC 3339 can represent. */
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** True if the time is a valid expiry: in the future, and representable as a timestamp. */
export function isExpiry(time: number, now: number): boolean {
  return time > now && time <= lastInstant;
}

/** Returns the expiry of a rolled key, with the old key's lifetime, in milliseconds since the epoch. Undefined means never. */
export function inheritedExpiry(
  { createdAt, expiresAt }: { createdAt: string; expiresAt?: string },
  now: number,
): number | undefined {
  if (expiresAt === undefined) return undefined;
  return Math.min(now + Date.parse(expiresAt) - Date.parse(createdAt), lastInstant);
}

/** Returns the expiry of a key with this input, in milliseconds since the epoch. Undefined means never. */
export function expiryOf(
  { expiresIn, expiresAt }: { expiresIn?: number | undefined; expiresAt?: number | undefined },
  now: number,
): number | undefined {
  return expiresIn === undefined ? expiresAt : now + expiresIn;
}
