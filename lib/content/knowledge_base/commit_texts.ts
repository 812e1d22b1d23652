import type { Change, Outbox } from "../../events/mod.ts";
import {
  checkOf,
  type Committed,
  type Conflict,
  runQuestion,
  type Store,
  type StoreChanges,
} from "../../store/mod.ts";
import { recentAfter } from "../recent_changes.ts";
import { knowledgeVersionKey, textsVersion, type TextsVersion } from "./knowledge_record.ts";

/** Changes of texts. */
interface TextChanges extends StoreChanges {
  event: Change;
  /** Ids of the changed texts. */
  ids: readonly string[];
  /** The version as the caller has read it. Default: it is read. */
  version?: TextsVersion | undefined;
}

/**
 * Commits changes of texts, and names the texts in the record of the organization's version. If other writes come in between twice, the record
 * names none, and copies of the texts list all of them.
 */
export async function commitTexts(
  { store, outbox }: { store: Store; outbox: Outbox },
  organizationSlug: string,
  { checks = [], sets = [], event, ids, version, ...changes }: TextChanges,
): Promise<Committed | Conflict> {
  const commit = (data: object, ...own: NonNullable<StoreChanges["checks"]>): Promise<Committed | Conflict> =>
    outbox.commit(
      organizationSlug,
      { ...changes, checks: [...checks, ...own], sets: [...sets, { key: knowledgeVersionKey, data }] },
      [event],
    );
  for (const known of [version, undefined]) {
    const found = known === undefined ? await runQuestion(store, textsVersion(organizationSlug)) : known;
    const result = await commit(recentAfter(found, ids), checkOf(knowledgeVersionKey, found));
    if (result.committed || result.failedChecks.some((index) => index < checks.length)) return result;
  }
  return commit({});
}
