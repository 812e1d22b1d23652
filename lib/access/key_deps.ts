import type { Clock } from "../clock.ts";
import type { Emit } from "../hooks.ts";
import type { Store } from "../store/mod.ts";
import type { CredentialCache } from "./credential_cache.ts";
import type { FailedAttempts } from "./failed_attempts.ts";
import type { MemberPort } from "./member_port.ts";

/** Dependencies of the check of API keys. */
export interface KeyDeps {
  store: Store;
  clock: Clock;
  members: MemberPort;
  keyPrefix: string;
  emit: Emit;
  /** Default requests per UTC day, for keys without their own limit in organizations without a limit. */
  dailyRequestLimit: number;
  /** Requests per key and second. Undefined means no limit. */
  requestsPerSecond: number | undefined;
  /** Failed attempts per client. Undefined means no limit. */
  failures: FailedAttempts | undefined;
  credentials: CredentialCache;
}
