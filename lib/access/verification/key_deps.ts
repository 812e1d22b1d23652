import type { Emit } from "../../base/emit.ts";
import type { AccessHooks } from "../access_hooks.ts";
import type { KeyRateLimit } from "../../base/key_rate_limit.ts";
import type { StoreAndClock } from "../../store/mod.ts";
import type { Credential } from "./credential.ts";
import type { CredentialCache } from "./credential_cache.ts";
import type { FailedAttempts } from "./failed_attempts.ts";
import type { MemberPort } from "./identity.ts";
import type { RefusalCounts } from "../quota/refusal_counts.ts";

/** Dependencies of the check of API keys. */
export interface KeyDeps extends StoreAndClock {
  members: MemberPort;
  keyPrefix: string;
  emit: Emit<AccessHooks>;
  /** Called for the request that uses up 80% or 100% of a day's requests. `today` is the number of requests of the day. */
  reportQuota: (credential: Credential, use: { limit: number; today: number }) => Promise<void>;
  /** Counts a refusal for the usage statistics. It never rejects. */
  countRefusal: RefusalCounts["add"];
  /**
   * Requests per key. `perDay` applies to keys without their own limit in organizations without a limit. Without `perSecond`, there is no
   * limit per second.
   */
  rateLimit: KeyRateLimit & { perSecond: number | undefined };
  /** Failed attempts per client. Undefined means no limit. */
  failures: FailedAttempts | undefined;
  credentials: CredentialCache;
}
