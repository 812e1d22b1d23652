import type { Clock } from "../../base/time/clock.ts";
import type { Store } from "../../store/mod.ts";
import { restoreAll, type TransferSummary } from "./import_records.ts";
import type { TransferRecord, TransferItem } from "./transfer_record.ts";
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

/** Returns a short name for a record, without its content. */
function describeItem(item: TransferItem): string {
  switch (item.type) {
    case "organization":
      return `the organization ${item.organization.slug}`;
    case "post":
      return `the post ${item.organizationSlug}/${item.post.slug}`;
    case "redirect":
      return `the redirect from ${item.redirect.from} of ${item.organizationSlug}`;
    case "preview-link":
      return `the preview link ${item.previewLink.id} of ${item.organizationSlug}`;
    case "text":
      return `the text ${item.text.id} of ${item.organizationSlug}`;
    case "missed-queries":
      return `the queries without results of ${item.organizationSlug} on ${item.day.date}`;
    case "insight":
      return `the counted requests of ${item.organizationSlug} on ${item.counts.date}`;
    case "audit":
      return `the audit entry ${item.entry.id} of ${item.organizationSlug}`;
    case "removed-key":
      return `the removed key ${item.keyId} of ${item.organizationSlug}`;
    case "usage":
      return `the use of the key ${item.usage.keyId} on ${item.usage.date}`;
    case "key":
      return `the key ${item.key.id} of ${item.organizationSlug}`;
    case "member":
      return `the member ${item.member.userId} of ${item.organizationSlug}`;
    case "saved-filters":
      return `the saved filters of ${item.userId} in ${item.organizationSlug}`;
    case "webhook":
      return `the webhook ${item.webhook.id} of ${item.organizationSlug}`;
    case "invitation":
      return `the invitation ${item.invitation.id} to ${item.organizationSlug}`;
    case "user":
      return `the user ${item.user.id}`;
    case "user-audit":
      break;
  }
  return `the audit entry ${item.entry.id} of the user ${item.userId}`;
}
