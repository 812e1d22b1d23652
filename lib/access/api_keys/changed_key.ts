import { isEqualJson } from "../../base/is_equal_json.ts";
import { fromRecord, toRecord } from "../../base/key_rate_limit.ts";
import type { Credential } from "../verification/credential.ts";
import type { ApiKeyChanges } from "./api_key_input.ts";

/** A step from a key to its changed form, with the name of its event and audit action. */
interface KeyStep {
  action: "key.updated" | "key.disabled" | "key.enabled";
  /** The new networks and the new limit. */
  detail?: string;
}

/** Returns a key with validated changes. A key that is disabled again keeps the time at which it was disabled first. */
export function changedKey(key: Credential, changes: ApiKeyChanges, now: number): Credential {
  const { networks, rateLimit, disabledAt, ...kept } = fromRecord(key);
  const { networks: wanted = networks, rateLimit: limit = rateLimit, isDisabled } = changes;
  const disabled = isDisabled === true ? (disabledAt ?? new Date(now).toISOString()) : disabledAt;
  return {
    ...toRecord({ ...kept, ...(limit && { rateLimit: limit }) }),
    ...(wanted && wanted.length > 0 && { networks: wanted }),
    ...(isDisabled !== false && disabled !== undefined && { disabledAt: disabled }),
  };
}

/** Returns the steps between two forms of a key. Without a difference there are none. */
export function stepsBetween(former: Credential, changed: Credential): KeyStep[] {
  const details = [
    !isEqualJson(former.networks ?? [], changed.networks ?? []) &&
      (changed.networks?.join(", ") ?? "all networks"),
    former.dailyRequestLimit !== changed.dailyRequestLimit &&
      (changed.dailyRequestLimit === undefined
        ? "the default limit"
        : `${changed.dailyRequestLimit} requests a day`),
  ].filter((detail) => detail !== false);
  const steps: KeyStep[] =
    details.length === 0 ? [] : [{ action: "key.updated", detail: details.join("; ") }];
  if ((former.disabledAt === undefined) === (changed.disabledAt === undefined)) return steps;
  return [...steps, { action: changed.disabledAt === undefined ? "key.enabled" : "key.disabled" }];
}
