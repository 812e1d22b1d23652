import { type Credential, keyEvent } from "./credential.ts";
import type { KeyDeps } from "./key_deps.ts";
import type { KeyRequest } from "./key_request.ts";
import type { Refusal, Verification } from "./verification.ts";

/** The verification of a refused key. */
export type Refused = Extract<Verification, { accepted: false }>;

/** Returns a refusal. Pass the credential only if the key's secret was verified. */
export function refused(reason: Refusal, credential?: Credential): Refused {
  if (credential === undefined) return { accepted: false, reason };
  return { accepted: false, reason, key: keyEvent(credential) };
}

/** Returns the refusal of a client that has sent too many invalid keys, or null. */
export function blockedOf(request: KeyRequest, { failures }: KeyDeps): Refused | null {
  const address = request.findAddress();
  const retryAt = address === undefined ? undefined : failures?.blockedUntil(address);
  return retryAt === undefined ? null : { accepted: false, reason: "too-many-failures", retryAt };
}
