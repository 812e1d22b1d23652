import type { AtomicDriver } from "../../../../lib/mod.ts";
import { estimateRecords, type Migration, migrateStore } from "../../../../lib/moving/mod.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { UsageError } from "../../frame/exit/cli_error.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import {
  leftBehindLine,
  SkippedRecords,
  skippedLine,
  skippedRedirects,
  suggestKeepGoing,
  keepGoingArgument,
} from "./skipped_records.ts";
import {
  openMigrationTarget,
  openToRead,
  storageForms,
  nameOfStore,
  withStorage,
} from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { stoppingRecords, untilStopped, stoppedEarly } from "../../frame/exit/until_stopped.ts";
import { positional, toggle } from "../../frame/arguments/argument_definition.ts";

/** `postern migrate FROM TO`: copies a store into another store, and compares the two. */
export const migrateCommand: CliCommand = cliCommand({
  description: "Copy everything into another store, and compare the two",
  args: {
    from: positional(`Source store: ${storageForms}`),
    to: positional("Target store, in the same form"),
    merge: toggle("Add to a target that is not empty"),
    ...keepGoingArgument,
  },
  examples: { "postern migrate lmdb:./data redis://127.0.0.1:6379": "move from one machine to many" },
  run: async ({ args }) => {
    const sourceName = nameOfStore(args.from);
    if (sourceName === nameOfStore(args.to)) throw new UsageError("Name two different stores");
    const { merge, "keep-going": keepsGoing } = args;
    const migration = await withStorage(await openToRead(args.from), async (source) =>
      withStorage(await openMigrationTarget(args.to), async (target) =>
        suggestKeepGoing(() => migrate({ source, target }, { sourceName, merge, keepsGoing })),
      ),
    );
    await printDone(toLine(migration), migration, args);
    if (!migration.copied.isComplete) process.exitCode = exitCodes.interrupted.code;
    else if (!migration.isComplete) process.exitCode = exitCodes.skipped.code;
  },
});

async function migrate(
  { source, target }: { source: AtomicDriver; target: AtomicDriver },
  { keepsGoing, ...options }: { sourceName: string; merge: boolean; keepsGoing: boolean },
): Promise<Migration> {
  const records = await estimateRecords(source);
  const total = 2 * records;
  return untilStopped(stoppingRecords, async (display, signal) =>
    migrateStore(source, target, {
      ...options,
      ...(keepsGoing ? { onDamaged: new SkippedRecords().addTo(display) } : {}),
      signal,
      onProgress: ({ phase, records: items }) => {
        const isCopying = phase === "copying";
        const unit = isCopying ? "records copied" : "records compared";
        display.update({ done: isCopying ? items : records + items, total, items, unit });
      },
    }),
  );
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
  if (differences.length === 0) return counts + stoppedEarly;
  const list = differences.map((difference) => `\n  ${difference}`).join("");
  return `${counts}; the stores differ. If the source is in use, stop its servers, and run the same command again to continue. Differences:${list}`;
}
