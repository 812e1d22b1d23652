import { type KeyRateLimit, fromRecord } from "../../base/key_rate_limit.ts";
import type { Usage } from "./api_key_usage.ts";
import type { Credential } from "../verification/credential.ts";

/** An API key without the hash of its secret. */
export interface ApiKey extends Omit<Credential, "hash" | "dailyRequestLimit"> {
  /** Default: the organization's limits, then the API's. */
  rateLimit?: KeyRateLimit;
}

/** An API key with its usage. A key and the keys it was rolled to share one usage. */
export type ListedApiKey = ApiKey & Usage;

/** Removes the hash of the secret. */
export function toApiKey({ hash: _hash, ...shown }: Credential): ApiKey {
  return fromRecord(shown);
}
