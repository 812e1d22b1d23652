import { resolve } from "node:path";
import type { AtomicDriver } from "../../../../lib/mod.ts";
import { estimateRecords, type Migration, migrateStore } from "../../../../lib/moving/mod.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { UsageError } from "../../frame/exit/cli_error.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import {
  keepGoingArgument,
  leftBehindLine,
  SkippedRecords,
  skippedLine,
  skippedRedirects,
  suggestKeepGoing,
} from "./skipped_records.ts";
import { openMigrationTarget, openToRead, storageForms, withoutPassword } from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { ProgressDisplay } from "../../frame/output/progress.ts";
import { StopSignal } from "../../frame/exit/stop_signal.ts";

/** `postern migrate FROM TO`: copies a store into another store, and compares the two. */
export const migrateCommand: CliCommand = cliCommand({
  meta: { name: "migrate", description: "Copy everything into another store, and compare the two" },
  args: {
    from: { type: "positional", description: `Source store: ${storageForms}`, required: true },
    to: { type: "positional", description: "Target store, in the same form", required: true },
    merge: { type: "boolean", description: "Add to a target that is not empty", default: false },
    ...keepGoingArgument,
  },
  examples: [
    { line: "postern migrate lmdb:./data redis://127.0.0.1:6379", does: "move from one machine to many" },
  ],
  run: async ({ args }) => {
    const sourceName = nameOf(args.from);
    if (sourceName === nameOf(args.to)) throw new UsageError("Name two different stores");
    const source = await openToRead(args.from);
    try {
      const target = await openMigrationTarget(args.to);
      try {
        const { merge, "keep-going": keepsGoing } = args;
        const migration = await suggestKeepGoing(() =>
          migrate({ source, target }, { sourceName, merge, keepsGoing }),
        );
        await printDone(toLine(migration), migration, args);
        if (!migration.copied.isComplete) process.exitCode = exitCodes.interrupted.code;
        else if (!migration.isComplete) process.exitCode = exitCodes.skipped.code;
      } finally {
        await target.dispose?.();
      }
    } finally {
      await source.dispose?.();
    }
  },
});

async function migrate(
  { source, target }: { source: AtomicDriver; target: AtomicDriver },
  { keepsGoing, ...options }: { sourceName: string; merge: boolean; keepsGoing: boolean },
): Promise<Migration> {
  const display = new ProgressDisplay();
  const leftOut = new SkippedRecords((line) => display.line(line));
  const stop = new StopSignal(() =>
    display.line("Stopping after the records in progress. Press Ctrl-C again to stop without them"),
  );
  const records = await estimateRecords(source);
  const total = 2 * records;
  try {
    return await migrateStore(source, target, {
      ...options,
      ...(keepsGoing ? { onDamaged: leftOut.add } : {}),
      signal: stop.signal,
      onProgress: ({ phase, records: items }) => {
        const done = phase === "copying" ? items : records + items;
        display.update({
          done,
          total,
          items,
          unit: phase === "copying" ? "records copied" : "records compared",
        });
      },
    });
  } finally {
    display.end();
    stop.dispose();
  }
}

/** Returns a setting without its password and with an absolute path, so that equal names mean the same store. */
function nameOf(setting: string): string {
  const [, kind, path] = /^(fs|lmdb):(.+)$/.exec(setting) ?? [];
  return kind === undefined || path === undefined ? withoutPassword(setting) : `${kind}:${resolve(path)}`;
}

function toLine({ copied, equal, differences, leftOut, isFinished, isComplete, ...rest }: Migration): string {
  const { created, updated, unchanged } = copied;
  const counts = `copied ${created + updated} records, ${unchanged} were already there${skippedRedirects(copied)}`;
  const left = leftBehindLine(rest);
  if (isComplete) {
    return `${counts}; compared ${equal}: both stores hold ${left === "" ? "the same records" : "them"}${left}`;
  }
  if (isFinished) {
    return `${counts}; compared ${equal}: the target has all readable records of the source${left}; ${skippedLine(leftOut)}`;
  }
  const next = "run the same command again to continue";
  if (differences.length === 0) return `${counts}; stopped before the end: ${next}`;
  const list = differences.map((difference) => `\n  ${difference}`).join("");
  return `${counts}; the stores differ. If the source is in use, stop its servers, and ${next}. Differences:${list}`;
}
