import { describeFinding, repairStore, type RepairSummary } from "../../../../lib/moving/mod.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import { openStorage, withStorage } from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { withProgress } from "../../frame/output/progress.ts";
import { QuarantineFile } from "./quarantine_file.ts";
import { text } from "../../frame/arguments/argument_definition.ts";
import { storeArguments } from "../../store/store_arguments.ts";

/** `postern repair`: rebuilds indexes and lists, restores posts from revisions, and moves other bad records to a file. */
export const repairCommand: CliCommand = cliCommand({
  description: "Repair the problems that `postern doctor --deep` finds; stop the store's servers first",
  args: {
    "set-aside": text("File to append bad records to before they are removed", "postern-set-aside.ndjson"),
    ...storeArguments,
  },
  examples: { "postern repair --set-aside bad.ndjson": "repair the store, and keep the bad records" },
  async run({ args }) {
    const file = new QuarantineFile(args["set-aside"]);
    try {
      const summary = await withStorage(await openStorage(args.storage), async (storage) =>
        withProgress(async (display) =>
          repairStore(storage, {
            setAside: (record) => file.append(record),
            onRepair: (finding, outcome) => display.line(`${outcome}: ${describeFinding(finding)}`),
            onProgress: (items) => display.update({ done: items, total: undefined, items, unit: "records" }),
          }),
        ),
      );
      await printDone(toLine(summary, args["set-aside"]), summary, args);
      if (summary.left > 0) process.exitCode = exitCodes.skipped.code;
    } finally {
      await file.close();
    }
  },
});

function toLine({ rebuilt, restored, setAside, left }: RepairSummary, file: string): string {
  if (rebuilt + restored + setAside + left === 0) return "Nothing to repair";
  const aside = setAside === 0 ? "" : ` in ${file}`;
  return `Rebuilt ${rebuilt}, restored ${restored}, set aside ${setAside}${aside}, left ${left}`;
}
