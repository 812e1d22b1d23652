import type { AccessHooks } from "./access/mod.ts";
import { callback, type Check, fields } from "./base/input/check_options.ts";
import { type ChangeHooks, type ChangeEventType, changeEventTypes } from "./events/mod.ts";
import type { ExchangeHooks } from "./http/mod.ts";
import type { StoreHooks } from "./store/mod.ts";
import type { WebhookHooks } from "./webhooks/mod.ts";

/**
 * Callbacks for events of the API. A hook that throws, or whose promise rejects, never fails the
 * request: the error goes to `onError`. No response waits for a hook. `key.refused` and `request.answered` are handed to the platform's `waitUntil`
 * where work ends with its request; a Lambda function waits for them before it returns.
 */
export interface Hooks extends ChangeHooks, AccessHooks, WebhookHooks, ExchangeHooks, StoreHooks {}

const changeChecks = Object.fromEntries(changeEventTypes.map((type) => [type, callback])) as Record<
  ChangeEventType,
  Check
>;

const checks: Record<keyof Hooks, Check> = {
  "key.refused": callback,
  "user.changed": callback,
  "webhook.attempted": callback,
  "request.answered": callback,
  "record.damaged": callback,
  ...changeChecks,
};

export const hookNames: readonly string[] = Object.keys(checks);

/** Checks the hooks of a host. */
export const hooksCheck: Check = fields<Hooks>(checks);
