import type { Change, KeyEventData, Relay } from "../../events/mod.ts";
import type { StoreChanges } from "../../store/mod.ts";
import { type Credential, credentialLocation } from "../verification/credential.ts";

/** Commits changes of a key together with their events. Returns false after a concurrent change. */
export async function commitKey(
  { relay }: { relay: Relay },
  { id, organizationSlug }: Pick<Credential, "id" | "organizationSlug">,
  changes: StoreChanges,
  ...events: Change[]
): Promise<boolean> {
  const { partition } = credentialLocation(id);
  const relayed = { events, organizationSlugs: [organizationSlug] };
  return (await relay.commit(partition, changes, relayed)).committed;
}

/** Returns the fields of a key for its events. */
export function keyEventData({ id, userId }: Pick<Credential, "id" | "userId">): KeyEventData {
  return { id, userId };
}
