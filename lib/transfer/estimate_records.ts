import { countOrganizationAccess, readUserIds } from "../access/mod.ts";
import { systemClock } from "../clock.ts";
import { countContent, readOrganizations } from "../content/mod.ts";
import { systemRandomBytes } from "../random.ts";
import { type AtomicDriver, openStore, type Storage } from "../store/mod.ts";

/**
 * About how many records an export has, to show how far it is: counters of keys, invitations and the audit of users are not counted. Damaged records
 * may be.
 *
 * @param organizationSlug counts only this organization and its members
 */
export async function estimateRecords(
  storage: Storage | AtomicDriver,
  organizationSlug?: string,
): Promise<number> {
  const store = openStore(storage, {
    deployment: "process",
    clock: systemClock,
    randomBytes: systemRandomBytes,
    onDamaged: () => undefined,
  });
  let records = 0;
  for await (const { slug } of readOrganizations(store, organizationSlug)) {
    const { posts, texts } = await countContent(store, slug);
    const { members, keys, auditEntries } = await countOrganizationAccess(store, slug);
    records += 1 + posts + texts + members + keys + auditEntries;
    if (organizationSlug !== undefined) records += members;
  }
  if (organizationSlug === undefined) for await (const _userId of readUserIds(store)) records++;
  return records;
}
