import type { DueSource } from "../events/mod.ts";
import { ApiKeys } from "./api_keys/api_keys.ts";
import { KeyExpiries } from "./api_keys/key_expiries.ts";
import { Audit } from "./audit.ts";
import { Invitations } from "./invitations/invitations.ts";
import { LastOrganizations } from "./memberships/last_organizations.ts";
import { Memberships } from "./memberships/memberships.ts";
import { emitQuota } from "./quota/emit_quota.ts";
import { RefusalCounts } from "./quota/refusal_counts.ts";
import type { SessionLimits } from "./sessions/session_record.ts";
import { Sessions } from "./sessions/sessions.ts";
import type { EraseUserDeps } from "./users/erase_user.ts";
import { SavedFilters } from "./users/saved_filters.ts";
import { Users } from "./users/users.ts";
import { checkCaller } from "./verification/check_caller.ts";
import { createCredentialCache } from "./verification/credential_cache.ts";
import { FailedAttempts, type FailureLimit } from "./verification/failed_attempts.ts";
import type { Identity, MemberFinder } from "./verification/identity.ts";
import type { KeyDeps } from "./verification/key_deps.ts";
import { hostMembers, storedMembers } from "./verification/stored_members.ts";
import type { Caller } from "./verification/verification.ts";

/** Dependencies of {@link createAccess}. */
export interface AccessRoomDeps extends EraseUserDeps {
  /** Source of a host with its own members. Undefined if Postern stores the users. */
  identity: Identity | undefined;
  keyPrefix: string;
  /** Days for which a revoked or expired key is kept. */
  keyRetentionDays: number;
  rateLimit: KeyDeps["rateLimit"] & { failures: FailureLimit | undefined };
  sessions: SessionLimits;
  onError: (error: unknown) => void;
}

/** The users and keys of an API: their managers, the verification of keys, and the parts that other rooms need. */
export interface Access {
  managers: { users: Users; invitations: Invitations; apiKeys: ApiKeys; audit: Audit };
  sessions: Sessions;
  memberships: Memberships;
  lastOrganizations: LastOrganizations;
  savedFilters: SavedFilters;
  refusals: RefusalCounts;
  identity: MemberFinder;
  keys: KeyDeps;
  /** Returns the caller with its current permissions, or null if its key is accepted no longer. */
  checkCaller: (caller: Caller) => Promise<Caller | null>;
  dueSources: readonly DueSource[];
}

/** Creates the users and keys of an API. */
export function createAccess({
  identity: hostIdentity,
  sessions,
  rateLimit,
  ...given
}: AccessRoomDeps): Access {
  const { store, clock, relay, onError } = given;
  const members = hostIdentity === undefined ? storedMembers(store) : hostMembers(hostIdentity);
  const deps = { ...given, identity: members.identity };
  const refusals = new RefusalCounts(deps);
  const apiKeys = new ApiKeys(deps);
  const users = new Users({ ...deps, apiKeys });
  const { failures } = rateLimit;
  return {
    managers: { users, invitations: new Invitations(deps, users), apiKeys, audit: new Audit(store) },
    sessions: new Sessions({ ...deps, users, limits: sessions }),
    memberships: new Memberships(deps, users),
    lastOrganizations: new LastOrganizations(store),
    savedFilters: new SavedFilters(store),
    refusals,
    identity: members.identity,
    keys: {
      ...deps,
      members,
      rateLimit,
      reportQuota: (credential, use) => emitQuota(credential, use, { relay, onError }),
      countRefusal: (event, workTime) => refusals.add(event, workTime),
      failures: failures && new FailedAttempts(clock, failures),
      credentials: createCredentialCache(),
    },
    checkCaller: (caller) => checkCaller(deps, caller),
    dueSources: [new KeyExpiries(deps)],
  };
}
