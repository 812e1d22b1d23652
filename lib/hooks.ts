import type { Refusal } from "./access/verification.ts";
import { callback, type Check, fields } from "./check_options.ts";
import type { DamagedRecordError } from "./store/mod.ts";
import type { ProblemCode } from "./problems/problem.ts";

/** What the hooks of keys are told of a key. Its value is never among it. */
export interface KeyEvent {
  keyId: string;
  organizationSlug: string;
  userId: string;
}

/** A key was refused. Which one is told only where its true secret was shown: anyone can send another's id. */
export interface KeyRefusedEvent extends Partial<KeyEvent> {
  reason: Refusal;
  /** The client's address, of IPv6 its /64 network; left out where it is not known. */
  address?: string;
}

/** A user became a member, got another role, or left: then without a role. */
export interface MembershipEvent {
  userId: string;
  organizationSlug: string;
  role?: string;
}

/** An invitation was created (`pending`) or ended. A host can send the invited address a mail with the link to the dashboard. */
export interface InvitationEvent {
  id: string;
  organizationSlug: string;
  status: "pending" | "accepted" | "declined" | "revoked";
  role: string;
  /** The invited address, unless a user was invited by id. */
  email?: string;
  /** The invited user, unless an address was invited. */
  userId?: string;
  /** Id of the user who invited, where known. */
  by?: string;
}

/** A list left a damaged record out. */
export interface RecordDamagedEvent {
  partition: string;
  key: string;
  /** File or key of the engine that holds the record. It is for the operator, and not for a response. */
  place: string;
  error: DamagedRecordError;
}

/** A request was answered, well or not. */
export interface RequestAnsweredEvent {
  /** The request as the handler was given it; its body may be used up. */
  request: Request;
  /** The route's pattern, without the base path: `/api/public/v1/post/{organizationSlug}`. Left out for a path that is none of the API's. */
  route?: string;
  method: string;
  status: number;
  /** From the request until its answer, by the API's clock. */
  milliseconds: number;
  /** Bytes of the answer's body. */
  bytes: number;
  /** Left out where no key was accepted. */
  keyId?: string;
  /** The organization of the key. */
  organizationSlug?: string;
  /** Of an answer that is a problem detail. */
  code?: ProblemCode;
}

/**
 * What a host is told as it happens. A hook that throws, or whose promise rejects, never fails the
 * request: the error goes to `onError`. Nothing waits for a hook.
 */
export interface Hooks {
  keyGenerated?: (event: KeyEvent) => void | Promise<void>;
  /** `replacedKeyId` is refused from `replacedUntil` (RFC 3339) on. */
  keyRolled?: (event: KeyEvent & { replacedKeyId: string; replacedUntil: string }) => void | Promise<void>;
  keyRevoked?: (event: KeyEvent) => void | Promise<void>;
  keyRefused?: (event: KeyRefusedEvent) => void | Promise<void>;
  /** A request was refused because the key's day is used up; `limit` is in requests per UTC day. */
  quotaExceeded?: (event: KeyEvent & { limit: number }) => void | Promise<void>;
  membershipChanged?: (event: MembershipEvent) => void | Promise<void>;
  invitationChanged?: (event: InvitationEvent) => void | Promise<void>;
  userStatusChanged?: (event: { userId: string; status: "active" | "disabled" }) => void | Promise<void>;
  /** `mergedInto` is the id of the user who got the memberships and keys. */
  userDeleted?: (event: { userId: string; mergedInto?: string }) => void | Promise<void>;
  requestAnswered?: (event: RequestAnsweredEvent) => void | Promise<void>;
  /** Called once for each record, by each API. Default: the error goes to `onError`. */
  recordDamaged?: (event: RecordDamagedEvent) => void | Promise<void>;
  knowledgeAdded?: (event: {
    id: string;
    organizationSlug: string;
    characters: number;
  }) => void | Promise<void>;
  /** A post was created as published, or became so. Of a scheduled one it tells when it is scheduled. */
  postPublished?: (event: {
    id: number;
    slug: string;
    organizationSlug: string;
    publishedAt?: string;
  }) => void | Promise<void>;
}

/** Checks the hooks of a host. */
export const hooksCheck: Check = fields<Hooks>({
  keyGenerated: callback,
  keyRolled: callback,
  keyRevoked: callback,
  keyRefused: callback,
  quotaExceeded: callback,
  membershipChanged: callback,
  invitationChanged: callback,
  userStatusChanged: callback,
  userDeleted: callback,
  requestAnswered: callback,
  recordDamaged: callback,
  knowledgeAdded: callback,
  postPublished: callback,
});

/** Tells a hook, where the host has given it. */
export type Emit = <Name extends keyof Hooks>(
  name: Name,
  event: Parameters<NonNullable<Hooks[Name]>>[0],
) => void;

/** Creates the function that calls the hooks. Their failures go to `onError`, and never to the caller. */
export function createEmit(hooks: Hooks, onError: (error: unknown) => void): Emit {
  return (name, event) => {
    const hook = hooks[name] as ((event: unknown) => void | Promise<void>) | undefined;
    if (hook === undefined) return;
    // An `onError` that throws must not end the process as an unhandled rejection.
    call(() => hook.call(hooks, event))
      .catch(onError)
      .catch(() => undefined);
  };
}

async function call(hook: () => void | Promise<void>): Promise<void> {
  await hook();
}
