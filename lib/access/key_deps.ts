import type { Clock } from "../clock.ts";
import type { Emit } from "../hooks.ts";
import type { Store } from "../store/mod.ts";
import type { CredentialCache } from "./credential_cache.ts";
import type { FailedAttempts } from "./failed_attempts.ts";
import type { MemberPort } from "./member_port.ts";

/** Parts of the check of API keys. */
export interface KeyDeps {
  store: Store;
  clock: Clock;
  members: MemberPort;
  keyPrefix: string;
  emit: Emit;
  /** Requests per UTC day of keys without a limit of their own or of their organization. */
  dailyRequestLimit: number;
  /** Requests per key and second; undefined for no such limit. */
  requestsPerSecond: number | undefined;
  /** Invalid keys per client; undefined for no limit. */
  failures: FailedAttempts | undefined;
  credentials: CredentialCache;
}
