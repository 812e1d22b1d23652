import { countOrganizationAccess, readUserIds } from "../../access/mod.ts";
import { mediaKind } from "../../media/moved_media.ts";
import { systemClock } from "../../base/time/clock.ts";
import { countContent, readOrganizations } from "../../content/mod.ts";
import { systemRandomBytes } from "../../base/secrets/random.ts";
import { type AtomicDriver, openStore, type Storage } from "../../store/mod.ts";

/**
 * Estimates the number of records of an export, for a progress display. It does not count usage counts, invitations and the audit of
 * users. It may count damaged records.
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
    const files = await store.count(["org", slug], mediaKind.prefix);
    records += 1 + posts + texts + files + members + keys + auditEntries;
    if (organizationSlug !== undefined) records += members;
  }
  if (organizationSlug === undefined) for await (const _userId of readUserIds(store)) records++;
  return records;
}
