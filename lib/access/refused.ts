import { type Credential, keyEvent } from "./credential.ts";
import type { KeyDeps } from "./key_deps.ts";
import type { KeyRequest } from "./key_request.ts";
import type { Refusal, Verification } from "./verification.ts";

/** A key that is refused. */
export type Refused = Extract<Verification, { accepted: false }>;

/** A refusal. The credential is that of a key whose true secret was sent. */
export function refused(reason: Refusal, credential?: Credential): Refused {
  if (credential === undefined) return { accepted: false, reason };
  return { accepted: false, reason, key: keyEvent(credential) };
}

/** The refusal of a client that has sent too many invalid keys, or null. */
export function blockedOf(request: KeyRequest, { failures }: KeyDeps): Refused | null {
  const address = request.findAddress();
  const retryAt = address === undefined ? undefined : failures?.blockedUntil(address);
  return retryAt === undefined ? null : { accepted: false, reason: "too-many-failures", retryAt };
}
