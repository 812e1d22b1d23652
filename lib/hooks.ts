import type { Refusal } from "./access/mod.ts";
import type { ProblemCode } from "./http/mod.ts";
import type { Awaitable } from "./base/awaitable.ts";
import { callback, type Check, fields } from "./base/input/check_options.ts";
import { type ChangeEvent, type ChangeEventType, changeEventTypes } from "./events/mod.ts";
import type { DamagedRecordError } from "./store/mod.ts";

/** The key of a request. It never contains the key's value. */
export interface KeyEvent {
  keyId: string;
  organizationSlug: string;
  userId: string;
}

/** A key was rejected. The event names the key only if the request had its correct secret, because anyone can send a key's id. */
export interface KeyRefusedEvent extends Partial<KeyEvent> {
  reason: Refusal;
  /** The client's IPv4 address or IPv6 /64 network. Left out if it is unknown. */
  address?: string;
}

/** The status of a user changed, or the user was deleted. */
export interface UserChangedEvent {
  userId: string;
  status: "active" | "disabled" | "deleted";
  /** Id of the user who got the memberships and keys, if the user was deleted by a merge. */
  mergedInto?: string;
}

/** A list omitted a damaged record. */
export interface RecordDamagedEvent {
  partition: string;
  key: string;
  /** The record's file or key in the storage engine. It is for the operator: do not put it into a response. */
  place: string;
  error: DamagedRecordError;
}

/** The API responded to a request, with success or an error. */
export interface RequestAnsweredEvent {
  /** The request as passed to the handler. Its body may already be consumed. */
  request: Request;
  /** The route's pattern, without the base path: `/api/public/v1/post/{organizationSlug}`. Left out for an unknown path. */
  route?: string;
  method: string;
  status: number;
  /** Time from request to response, by the API's clock. */
  milliseconds: number;
  /** Bytes of the response body. */
  bytes: number;
  /** Left out if no key was accepted. */
  keyId?: string;
  /** The organization of the key. */
  organizationSlug?: string;
  /** The problem's code, if the response is a problem detail. */
  code?: ProblemCode;
}

/** A request was sent to a webhook's URL. */
export interface WebhookAttemptedEvent {
  webhookId: string;
  organizationSlug: string;
  eventId: string;
  eventType: string;
  /** Number of the attempt to deliver this event, from 1. */
  attempt: number;
  /** `failed` is retried, `abandoned` is not. */
  outcome: "delivered" | "failed" | "abandoned";
  /** HTTP status. Left out if there was no response. */
  status?: number;
  durationMs: number;
}

/** Callbacks for the events of the log. Each event is passed once, in the process that writes it to the log. */
export type ChangeHooks = {
  [Type in ChangeEventType]?: (event: ChangeEvent<Type>) => void | Promise<void>;
};

/**
 * Callbacks for events of the API. A hook that throws, or whose promise rejects, never fails the
 * request: the error goes to `onError`. No response waits for a hook. `key.refused` and `request.answered` are handed to the platform's `waitUntil`
 * where work ends with its request; a Lambda function waits for them before it returns.
 */
export interface Hooks extends ChangeHooks {
  "key.refused"?: (event: KeyRefusedEvent) => void | Promise<void>;
  /** `mergedInto` is the id of the user who got the memberships and keys of a deleted user. */
  "user.changed"?: (event: UserChangedEvent) => void | Promise<void>;
  "webhook.attempted"?: (event: WebhookAttemptedEvent) => void | Promise<void>;
  "request.answered"?: (event: RequestAnsweredEvent) => void | Promise<void>;
  /** Called once for each record, by each API. Default: the error goes to `onError`. */
  "record.damaged"?: (event: RecordDamagedEvent) => void | Promise<void>;
}

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

/** Names of all hooks. */
export const hookNames: readonly string[] = Object.keys(checks);

/** Checks the hooks of a host. */
export const hooksCheck: Check = fields<Hooks>(checks);

/** Calls a hook, if the host has set it. The promise ends with the hook, and never rejects. */
export type Emit = <Name extends keyof Hooks>(
  name: Name,
  event: Parameters<NonNullable<Hooks[Name]>>[0],
) => Awaitable<void>;

/** Creates the function that calls the hooks. Their errors go to `onError`, and never to the caller. */
export function createEmit(hooks: Hooks, onError: (error: unknown) => void): Emit {
  return (name, event) => {
    const hook = hooks[name] as ((event: unknown) => void | Promise<void>) | undefined;
    if (hook === undefined) return undefined;
    // An `onError` that throws must not end the process as an unhandled rejection.
    return call(() => hook.call(hooks, event))
      .catch(onError)
      .catch(() => undefined);
  };
}

async function call(hook: () => void | Promise<void>): Promise<void> {
  await hook();
}
