import type { Clock } from "../../base/time/clock.ts";
import type { Store } from "../../store/mod.ts";
import { restoreAll, type TransferSummary } from "./import_records.ts";
import type { ItemOf, TransferItem, TransferRecord } from "./transfer_record.ts";
import { countRecords } from "./count_records.ts";
import { readRecords } from "./export_records.ts";

type Type = TransferItem["type"];

const changing: ReadonlySet<Type> = new Set(["usage", "missed-queries", "insight"]);

/**
 * Describes the types of which the target has more records than the source. It walks the target itself, so that it also counts records that no
 * export reads. Ignores counts of uses, queries and requests, which change while the target is in use.
 */
async function compareCounts({ types }: TransferSummary, target: Store, now: number): Promise<string[]> {
  const counts = (await countRecords(target))?.items ?? (await countByReading(target, now));
  return Array.from(counts, ([type, count]) => {
    const { created = 0, updated = 0, unchanged = 0 } = types[type] ?? {};
    return { type, count, ofSource: created + updated + unchanged };
  })
    .filter(({ type, count, ofSource }) => !changing.has(type) && count > ofSource)
    .map(
      ({ type, count, ofSource }) =>
        `the target has ${count} records of type "${type}", the source has ${ofSource}`,
    );
}

/** Counts the records of a target whose engine cannot list its partitions. */
async function countByReading(target: Store, now: number): Promise<Map<Type, number>> {
  const counts = new Map<Type, number>();
  const options = { withHashes: true, withWebhooks: true, now, isSnapshot: false };
  for await (const { type } of readRecords(target, options)) {
    if (type !== "header" && type !== "end") counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}

/** Progress of a migration or a restore. */
export interface MigrationProgress {
  phase: "copying" | "comparing";
  records: number;
}

/** Result of a migration or a restore. */
export interface Migration {
  copied: TransferSummary;
  /** Number of records that are equal in both stores. */
  equal: number;
  /** Descriptions of the first differences after copying, at most 10. */
  differences: readonly string[];
  /** Numbers of records of the source that were not copied, by the name of their kind, such as `sessions`. */
  leftBehind: Readonly<Record<string, number>>;
  /** Number of damaged records of the source that were left out. */
  leftOut: number;
  /** True if all readable records were copied, and both stores are equal. After a merge, the target may have more records. */
  isFinished: boolean;
  /** True if it is finished, and no record was left out. */
  isComplete: boolean;
}

/** Options of copying and comparing. */
export interface CopyOptions {
  /** Maximum number of concurrent writes, 1 to 1000. Default: 64. */
  concurrency?: number;
  /** Stops the work. Pending writes are completed, and no new write is started. */
  signal?: AbortSignal;
  onProgress?: (progress: MigrationProgress) => void;
}

/** Maximum number of reported differences. */
const mostDifferences = 10;

/** Writes all records of a source into a store, then reads the source again and compares. */
export async function copyAndCompare(
  read: () => AsyncIterable<TransferRecord>,
  target: Store,
  { isMerge, onProgress, ...others }: CopyOptions & { isMerge: boolean; keepsChanges: boolean; clock: Clock },
): Promise<Migration> {
  const options = { ...others, withWebhooks: true };
  const copied = await restoreAll(target, read(), {
    ...options,
    onProgress: (records) => onProgress?.({ phase: "copying", records }),
  });
  const differences: string[] = [];
  const compared = copied.isComplete
    ? await restoreAll(target, read(), {
        ...options,
        dryRun: true,
        onProgress: (records) => onProgress?.({ phase: "comparing", records }),
        onOutcome: (item, outcome) => {
          if (outcome === "unchanged" || differences.length === mostDifferences) return;
          const verdict = outcome === "created" ? "is not in the target" : "differs in the target";
          differences.push(`${describeItem(item)} ${verdict}`);
        },
      })
    : undefined;
  if (compared?.isComplete && !isMerge) {
    differences.push(...(await compareCounts(compared, target, options.clock.now())));
  }
  const isFinished = compared?.isComplete === true && differences.length === 0;
  const equal = compared?.unchanged ?? 0;
  const { leftBehind } = copied;
  return { copied, equal, differences, leftBehind, leftOut: 0, isFinished, isComplete: isFinished };
}

/** Short names of the records of each type, without their content. */
const descriptions: { [Type in TransferItem["type"]]: (item: ItemOf<Type>) => string } = {
  organization: ({ organization }) => `the organization ${organization.slug}`,
  post: ({ organizationSlug, post }) => `the post ${organizationSlug}/${post.slug}`,
  redirect: ({ organizationSlug, redirect }) => `the redirect from ${redirect.from} of ${organizationSlug}`,
  "preview-link": ({ organizationSlug, previewLink }) =>
    `the preview link ${previewLink.id} of ${organizationSlug}`,
  text: ({ organizationSlug, text }) => `the text ${text.id} of ${organizationSlug}`,
  file: ({ organizationSlug, file }) => `the file ${file.hash} of ${organizationSlug}`,
  "missed-queries": ({ organizationSlug, day }) =>
    `the queries without results of ${organizationSlug} on ${day.date}`,
  insight: ({ organizationSlug, counts }) => `the counted requests of ${organizationSlug} on ${counts.date}`,
  audit: ({ organizationSlug, entry }) => `the audit entry ${entry.id} of ${organizationSlug}`,
  "removed-key": ({ organizationSlug, keyId }) => `the removed key ${keyId} of ${organizationSlug}`,
  usage: ({ usage }) => `the use of the key ${usage.keyId} on ${usage.date}`,
  key: ({ organizationSlug, key }) => `the key ${key.id} of ${organizationSlug}`,
  member: ({ organizationSlug, member }) => `the member ${member.userId} of ${organizationSlug}`,
  "saved-filters": ({ organizationSlug, userId }) => `the saved filters of ${userId} in ${organizationSlug}`,
  webhook: ({ organizationSlug, webhook }) => `the webhook ${webhook.id} of ${organizationSlug}`,
  invitation: ({ organizationSlug, invitation }) => `the invitation ${invitation.id} to ${organizationSlug}`,
  user: ({ user }) => `the user ${user.id}`,
  "user-audit": ({ userId, entry }) => `the audit entry ${entry.id} of the user ${userId}`,
};

function describeItem<Type extends TransferItem["type"]>(item: ItemOf<Type> & { type: Type }): string {
  return descriptions[item.type](item);
}
