import type { Actor } from "../../base/actor.ts";
import { DamagedRecordError } from "../../store/mod.ts";
import type { AccessDeps } from "../access_deps.ts";
import { auditRecord } from "../audit.ts";
import { releaseAddress } from "./email_addresses.ts";
import { lastOrganizationLocation } from "../memberships/last_organizations.ts";
import { textSecretLocation } from "../api_keys/text_key.ts";
import {
  addressProofLocation,
  earlierSessionsKey,
  listedSessionsKey,
  operatorLocation,
  sessionGenerationLocation,
  type User,
  userDirectory,
  userLocation,
} from "./user.ts";

/**
 * Deletes the record of a user, then the records that refer to it. After the first commit, the user's sessions and sign-in links are
 * refused. The audit log is kept.
 *
 * @param options.mergedInto ID of the user who replaces this user
 */
export async function removeUser(
  deps: AccessDeps,
  userId: string,
  { action, mergedInto, by, via }: Actor & { action: string; mergedInto?: string },
): Promise<void> {
  const { user } = await removeRecord(deps, userId, { action, mergedInto, by, via });
  for (const prefix of [listedSessionsKey, earlierSessionsKey])
    await deps.store.deleteAll(userLocation(userId).partition, prefix);
  if (user?.email !== undefined) await releaseAddress(deps.store, { email: user.email, userId });
  await deps.store.commit(userDirectory, { deletes: [[userId]] });
}

async function removeRecord(
  { store, emit, ...deps }: AccessDeps,
  userId: string,
  {
    action,
    mergedInto,
    by,
    via,
  }: { [Name in "mergedInto" | keyof Actor]: string | undefined } & {
    action: string;
  },
): Promise<{ user?: User }> {
  const location = userLocation(userId);
  const { partition, key } = location;
  const detail = mergedInto === undefined ? {} : { detail: mergedInto };
  const audit = auditRecord(deps, { action: "user.deleted", subject: userId, by, via, ...detail });
  return store.writes.repeatInTurn(location, `${action}: "${userId}"`, async () => {
    const found = await store.getOrDamage<User>(location);
    if (found === null) return {};
    const isDamaged = found instanceof DamagedRecordError;
    const result = await store.commit(partition, {
      checks: [isDamaged ? { key, exists: true } : { key, version: found.version }],
      deletes: [
        key,
        textSecretLocation(userId).key,
        lastOrganizationLocation(userId).key,
        operatorLocation(userId).key,
        addressProofLocation(userId).key,
      ],
      sets: [audit],
      // An import can restore the user, but must not restore the sessions.
      sums: [{ key: sessionGenerationLocation(userId).key, add: 1 }],
    });
    if (!result.committed) return null;
    const merge = mergedInto === undefined ? {} : { mergedInto };
    void emit("user.changed", { userId, status: "deleted", ...merge });
    return isDamaged ? {} : { user: found.data };
  });
}
