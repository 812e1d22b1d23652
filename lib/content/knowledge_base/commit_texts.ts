import type { Change, Outbox } from "../../events/mod.ts";
import { checkOf, type Committed, type Conflict, type Store, type StoreChanges } from "../../store/mod.ts";
import { recentAfter, type RecentChanges } from "../recent_changes.ts";
import { knowledgeVersionKey } from "./knowledge_record.ts";

/**
 * Commits changes of texts, and names the texts in the record of the organization's version. If another write comes in between, the record names
 * none, and copies of the texts list all of them.
 */
export async function commitTexts(
  { store, outbox }: { store: Store; outbox: Outbox },
  organizationSlug: string,
  { checks = [], sets = [], ...changes }: StoreChanges,
  event: Change,
  ids: readonly string[],
): Promise<Committed | Conflict> {
  const location = { partition: ["org", organizationSlug], key: knowledgeVersionKey };
  const found = await store.getOrDamage<RecentChanges<string>>(location);
  const commit = (data: object, ...own: NonNullable<StoreChanges["checks"]>): Promise<Committed | Conflict> =>
    outbox.commit(
      organizationSlug,
      { ...changes, checks: [...checks, ...own], sets: [...sets, { key: knowledgeVersionKey, data }] },
      [event],
    );
  const result = await commit(recentAfter(found, ids), checkOf(knowledgeVersionKey, found));
  const isFinal = result.committed || result.failedChecks.some((index) => index < checks.length);
  return isFinal ? result : commit({});
}
