import { isKeyExpiring, isKeyOver, type ListedApiKey } from "../../../access/mod.ts";
import { badge } from "../../design/badge.ts";
import type { Html } from "../../../base/text/html.ts";

/** Renders the state of a key as a badge. */
export function keyState(key: ListedApiKey, now: number): Html {
  if (key.revokedAt !== undefined) return badge("bad", "revoked");
  if (isKeyOver(key, now)) return badge("quiet", "expired");
  if (key.rolledTo !== undefined) return badge("info", "rolled");
  return isKeyExpiring(key, now) ? badge("soon", "expiring") : badge("good", "live");
}
