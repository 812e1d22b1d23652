import type { Change, Relay } from "../../events/mod.ts";
import { commitKey, keyEventData } from "../api_keys/commit_key.ts";
import type { Credential } from "../verification/credential.ts";

/**
 * Writes `quota.reached` for the request that used up 80% or 100% of a day's requests. It never rejects. A crash between the count and this write
 * loses the event.
 */
export async function emitQuota(
  credential: Credential,
  { limit, today }: { limit: number; today: number },
  deps: { relay: Relay; onError: (error: unknown) => void },
): Promise<void> {
  const percent = today === limit ? 100 : 80;
  const event: Change = { type: "quota.reached", data: { ...keyEventData(credential), limit, percent } };
  await commitKey(deps, credential, {}, event)
    .catch(deps.onError)
    .catch(() => undefined);
}
