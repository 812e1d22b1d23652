import type { KeyDeps } from "./key_deps.ts";
import type { KeyRequest } from "./key_request.ts";
import { blockedOf } from "./refused.ts";
import type { Verification } from "./verification.ts";

/** Concludes the check of a key: counts an invalid one against its client, and emits a refusal. It is called once for each request. */
export function concludeKey(verification: Verification, request: KeyRequest, deps: KeyDeps): Verification {
  if (verification.accepted) return verification;
  const refusal = countFailure(verification, request, deps);
  if (refusal.accepted) return refusal;
  const { reason, key } = refusal;
  const address = request.findAddress();
  const from = address === undefined ? {} : { address };
  deps.emit("keyRefused", { reason, ...key, ...from });
  return refusal;
}

/** Requests that came together are all under way before the first failure is counted, so it looks for a block again. */
function countFailure(
  verification: Extract<Verification, { accepted: false }>,
  request: KeyRequest,
  deps: KeyDeps,
): Verification {
  if (verification.reason !== "malformed" && verification.reason !== "unknown") return verification;
  const blocked = blockedOf(request, deps);
  if (blocked !== null) return blocked;
  const address = request.findAddress();
  if (address !== undefined) deps.failures?.add(address);
  return verification;
}
