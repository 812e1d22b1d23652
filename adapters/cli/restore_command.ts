import { resolve } from "node:path";
import {
  exportRecords,
  type Migration,
  parseRecords,
  requireRestorable,
  restoreStore,
  type TransferRecord,
  TransferError,
  type VerifiedBackup,
  verifyBackup,
} from "../../lib/transfer/mod.ts";
import { isExportFile } from "./backup_target.ts";
import { type CliCommand, cliCommand } from "./cli_command.ts";
import { CliError } from "./cli_error.ts";
import { exitCodes } from "./exit_codes.ts";
import { leftOutRedirects } from "./left_out.ts";
import { hasStore, openMigrationTarget, openWithoutUpgrade } from "./open_storage.ts";
import { printDone } from "./output.ts";
import { ProgressDisplay } from "./progress.ts";
import { readExport, sizeOfExport } from "./read_export.ts";
import { StopSignal } from "./stop_signal.ts";
import { storeArguments } from "./store_arguments.ts";

/** `postern restore`: writes a backup into an empty store. Verifies the backup first, and compares the two afterwards. */
export const restoreCommand: CliCommand = cliCommand({
  meta: { name: "restore", description: "Restore a backup into an empty store, and compare the two" },
  args: {
    backup: {
      type: "positional",
      description: 'File or directory that "postern backup" wrote',
      required: true,
    },
    verify: {
      type: "boolean",
      description: "Only read and verify the backup; no store is opened",
      default: false,
    },
    ...storeArguments,
  },
  examples: [
    { line: "postern restore acme.jsonl.gz --storage lmdb:./data", does: "restore into a new store" },
    { line: "postern restore --verify acme.jsonl.gz", does: "read and verify a backup" },
  ],
  run: async ({ args }) => {
    const { backup } = args;
    const source = await openBackup(backup);
    try {
      if (args.verify) {
        const verified = await verifyBackup(source.read());
        await printDone(toVerifiedLine(verified, backup), verified, args);
        return;
      }
      const restored = await restore(source.read, { backup, storage: args.storage });
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

/** A backup that can be read several times. */
interface Backup {
  read: () => AsyncIterable<TransferRecord>;
  close: () => Promise<void>;
}

async function openBackup(name: string): Promise<Backup> {
  if (!isExportFile(name)) {
    const storage = await openWithoutUpgrade(`lmdb:${name}`, { readOnly: true });
    return {
      read: () => exportRecords(storage, { withHashes: true }),
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
  { backup, storage: setting }: { backup: string; storage: string },
): Promise<Migration> {
  // A refused backup leaves no new store behind.
  if (!(await hasStore(setting))) await requireRestorable(read());
  const storage = await openMigrationTarget(setting);
  const display = new ProgressDisplay();
  const stop = new StopSignal(() =>
    display.line("Stopping after the records in progress. Press Ctrl-C again to stop without them"),
  );
  try {
    return await restoreStore(storage, read, {
      sourceName: resolve(backup),
      signal: stop.signal,
      onProgress: ({ phase, records }) => {
        const unit = phase === "copying" ? "records restored" : "records compared";
        display.update({ done: records, total: undefined, items: records, unit });
      },
    });
  } finally {
    display.end();
    stop.dispose();
    await storage.dispose?.();
  }
}

function toVerifiedLine({ records, exportedAt, hasChecksum }: VerifiedBackup, backup: string): string {
  // A directory has no export date of its own: this command has exported it.
  const writing = isExportFile(backup) ? ` of ${exportedAt}` : "";
  const checksum = hasChecksum ? ", and its checksum matches" : "";
  return `${backup} is complete: ${records} ${records === 1 ? "record" : "records"}${writing}${checksum}`;
}

function toLine({ copied, equal, differences, isComplete }: Migration): string {
  const { created, updated, unchanged } = copied;
  const counts = `restored ${created + updated} records, ${unchanged} were already there${leftOutRedirects(copied)}`;
  if (isComplete) return `${counts}; compared ${equal}: the store holds the same records as the backup`;
  const next = "run the same command again to continue";
  if (differences.length === 0) return `${counts}; stopped before the end: ${next}`;
  const list = differences.map((difference) => `\n  ${difference}`).join("");
  return `${counts}; the store differs from the backup. Stop its servers, and ${next}. Differences:${list}`;
}
