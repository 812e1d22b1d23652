import { resolve } from "node:path";
import { createPublicApi } from "../../../../lib/mod.ts";
import {
  exportRecords,
  type Migration,
  parseRecords,
  requireRestorable,
  type RestoredPost,
  restoreOnePost,
  restoreStore,
  type TransferRecord,
  TransferError,
  type VerifiedBackup,
  verifyBackup,
} from "../../../../lib/moving/mod.ts";
import { isExportFile, readExport, sizeOfExport } from "./read_export.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { CliError, UsageError } from "../../frame/exit/cli_error.ts";
import { cliTextWorker } from "../../store/cli_text_worker.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import { leftBehindLine, skippedRedirects } from "./skipped_records.ts";
import {
  hasStore,
  openMigrationTarget,
  openStorage,
  openWithoutUpgrade,
  withStorage,
} from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { printableLine } from "../../frame/output/printable.ts";
import { stoppingRecords, untilStopped, stoppedEarly } from "../../frame/exit/until_stopped.ts";
import { positional, text, toggle } from "../../frame/arguments/argument_definition.ts";
import { storeArguments } from "../../store/store_arguments.ts";

/** `postern restore`: writes a backup into an empty store. Verifies the backup first, and compares the two afterwards. */
export const restoreCommand: CliCommand = cliCommand({
  description: "Restore a backup into an empty store, and compare the two",
  args: {
    backup: positional('File or directory that "postern backup" wrote'),
    verify: toggle("Only read and verify the backup; no store is opened"),
    post: text("Slug of a single post to add to a store in use, as a working copy or a draft"),
    org: text("Slug of the organization of --post"),
    "pause-webhooks": toggle("Pause the webhooks, so that the restored store sends no events to them"),
    ...storeArguments,
  },
  examples: {
    "postern restore acme.jsonl.gz --storage lmdb:./data": "restore into a new store",
    "postern restore acme.jsonl.gz --post hello --org acme": "add the text of one post to the store in use",
    "postern restore acme.jsonl.gz --storage lmdb:./staging --pause-webhooks":
      "restore a copy that sends no events",
    "postern restore --verify acme.jsonl.gz": "read and verify a backup",
  },
  run: async ({ args }) => {
    const { backup, post } = args;
    refuseUnused(args);
    const source = await openBackup(backup);
    try {
      if (args.verify) {
        const verified = await verifyBackup(source.read());
        await printDone(toVerifiedLine(verified, backup), verified, args);
        return;
      }
      if (post !== undefined) {
        const added = await addPost(source.read, { ...args, post });
        await printDone(toPostLine(added), added, args);
        return;
      }
      const { storage, "pause-webhooks": pauseWebhooks } = args;
      const restored = await restore(source.read, { backup, storage, pauseWebhooks });
      await printDone(toLine(restored), restored, args);
      if (!restored.copied.isComplete) process.exitCode = exitCodes.interrupted.code;
      else if (!restored.isComplete) process.exitCode = exitCodes.skipped.code;
    } catch (error) {
      if (!(error instanceof TransferError)) throw error;
      throw new CliError(`Cannot restore ${backup}: ${error.reason}`, { cause: error });
    } finally {
      await source.close();
    }
  },
});

/** @throws {UsageError} if flags are given that have no effect together */
function refuseUnused(args: {
  post?: string | undefined;
  org?: string | undefined;
  verify: boolean;
  "pause-webhooks": boolean;
}): void {
  const { post, org, verify, "pause-webhooks": pauses } = args;
  if (post === undefined && org !== undefined) throw new UsageError("--org needs --post");
  if (post !== undefined && org === undefined) throw new UsageError("--post needs --org");
  if (post !== undefined && pauses)
    throw new UsageError("Name --post or --pause-webhooks: one post has no webhooks");
  if (verify && (pauses || post !== undefined))
    throw new UsageError("--verify writes nothing: name it alone");
}

/** Adds one post of a backup to a store in use. */
async function addPost(
  read: Backup["read"],
  {
    post: slug,
    org: organizationSlug = "",
    storage: setting,
  }: { post: string; org?: string | undefined; storage: string },
): Promise<RestoredPost> {
  return withStorage(await openStorage(setting), async (storage) => {
    const api = createPublicApi({ storage, textWorker: cliTextWorker() });
    const added = await restoreOnePost({ storage, api }, read, { organizationSlug, slug });
    await api.events.settle();
    return added;
  });
}

/** A backup that can be read several times. */
interface Backup {
  read: () => AsyncIterable<TransferRecord>;
  close: () => Promise<void>;
}

async function openBackup(name: string): Promise<Backup> {
  if (!isExportFile(name)) {
    const storage = await openWithoutUpgrade(`lmdb:${name}`, { readOnly: true });
    return {
      read: () => exportRecords(storage, { withHashes: true, withWebhooks: true }),
      close: async () => storage.dispose?.(),
    };
  }
  const action = "Cannot restore";
  await sizeOfExport(name, action);
  return {
    read: () => parseRecords(readExport(name, { action, onBytes: () => undefined })),
    close: async () => undefined,
  };
}

async function restore(
  read: Backup["read"],
  { backup, storage: setting, pauseWebhooks }: { backup: string; storage: string; pauseWebhooks: boolean },
): Promise<Migration> {
  // A refused backup leaves no new store behind.
  if (!(await hasStore(setting))) await requireRestorable(read());
  return withStorage(await openMigrationTarget(setting), async (storage) =>
    untilStopped(stoppingRecords, async (display, signal) =>
      restoreStore(storage, read, {
        sourceName: resolve(backup),
        pauseWebhooks,
        signal,
        onProgress: ({ phase, records }) => {
          const unit = phase === "copying" ? "records restored" : "records compared";
          display.update({ done: records, total: undefined, items: records, unit });
        },
      }),
    ),
  );
}

function toVerifiedLine({ records, exportedAt, hasChecksum }: VerifiedBackup, backup: string): string {
  // A directory has no export date of its own: this command has exported it.
  const writing = isExportFile(backup) ? ` of ${exportedAt}` : "";
  const checksum = hasChecksum ? ", and its checksum matches" : "";
  return `${backup} is complete: ${records} ${records === 1 ? "record" : "records"}${writing}${checksum}`;
}

function toPostLine({ slug, outcome, aliasesLeftOut, fieldsKept }: RestoredPost): string {
  const kept =
    fieldsKept.length === 0
      ? ""
      : `; these fields of the post differ in the backup: ${fieldsKept.join(", ")}`;
  if (outcome === "unchanged") return `The post ${slug} has this text already${kept}`;
  if (outcome === "working-copy") return `Added the text as the working copy of the post ${slug}${kept}`;
  const left =
    aliasesLeftOut.length === 0
      ? ""
      : `; left out its aliases, because another post has one of the addresses: ${aliasesLeftOut.map(printableLine).join(", ")}`;
  return `Added the draft ${slug}${left}`;
}

function toLine({ copied, equal, differences, isComplete, leftBehind }: Migration): string {
  const { created, updated, unchanged } = copied;
  const counts = `restored ${created + updated} records, ${unchanged} were already there${skippedRedirects(copied)}`;
  if (isComplete) {
    const left = leftBehindLine({ leftBehind });
    return `${counts}; compared ${equal}: the store holds the same records as the backup${left}`;
  }
  if (differences.length === 0) return counts + stoppedEarly;
  const list = differences.map((difference) => `\n  ${difference}`).join("");
  return `${counts}; the store differs from the backup. Stop its servers, and run the same command again to continue. Differences:${list}`;
}
