import {
  checkRecords,
  parseRecords,
  TransferError,
  type TransferSummary,
  importRecords,
} from "../../../../lib/moving/mod.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import { leftBehindLine, skippedRedirects } from "./skipped_records.ts";
import { openForDryRun, openOrCreateStorageForBulk, withStorage } from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import type { ProgressDisplay } from "../../frame/output/progress.ts";
import { readExport, sizeOfExport } from "./read_export.ts";
import { toggle, positional } from "../../frame/arguments/argument_definition.ts";
import { storeArguments } from "../../store/store_arguments.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { untilStopped, stoppingRecords, stoppedEarly } from "../../frame/exit/until_stopped.ts";

/** `postern import`: writes an export of `postern export` into any store. */
export const importCommand: CliCommand = cliCommand({
  description: 'Import the output of "postern export"; importing it again changes nothing',
  args: {
    file: positional("File of an export; - for standard input"),
    "dry-run": toggle("Show the changes, but write nothing"),
    ...storeArguments,
  },
  examples: {
    "postern import backup.ndjson --storage redis://127.0.0.1:6379": "import a backup into Redis",
    "postern import acme.ndjson.gz": "import a compressed export",
  },
  run: async ({ args }) => {
    try {
      const summary = await untilStopped(stoppingRecords, async (display, signal) =>
        importFile(args, { signal, display }),
      );
      await printDone(toLine(summary, args["dry-run"]), summary, args);
      if (!summary.isComplete) process.exitCode = exitCodes.interrupted.code;
      else if (summary.keysLeftOut > 0) process.exitCode = exitCodes.skipped.code;
    } catch (error) {
      throw error instanceof TransferError ? withHint(error, args.file) : error;
    }
  },
});

const action = "Cannot import";

/** Checks a file completely before the first write. The standard input can be read only once, so it is not checked. */
async function importFile(
  args: { file: string; storage: string; "dry-run": boolean },
  { signal, display }: { signal: AbortSignal; display: ProgressDisplay },
): Promise<TransferSummary> {
  const { file } = args;
  const size = file === "-" ? undefined : await sizeOfExport(file, action);
  const total = size === undefined ? undefined : 2 * size;
  let done = 0;
  let items = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    display.update({ done, total, items, unit: "records" });
  };
  if (size !== undefined) await checkRecords(parseRecords(readExport(file, { action, onBytes })), { signal });
  const open = args["dry-run"] ? openForDryRun : openOrCreateStorageForBulk;
  return withStorage(await open(args.storage), async (storage) =>
    importRecords(storage, parseRecords(readExport(file, { action, onBytes })), {
      dryRun: args["dry-run"],
      signal,
      onProgress: (records) => (items = records),
    }),
  );
}

/** Adds a hint to `postern post import`, because the two import commands are easy to confuse. */
function withHint(error: TransferError, file: string): CliError {
  const source = file === "-" ? "" : ` ${file}`;
  const hint =
    error.line === 1
      ? `. To import posts from WordPress, Ghost, Markdown or a feed, run "postern post import${source || " FILE"}"`
      : "";
  return new CliError(`${error.message}${hint}`, { cause: error });
}

function toLine(summary: TransferSummary, dryRun: boolean): string {
  const { created, updated, unchanged, keysLeftOut, sharedAddresses, isComplete, types } = summary;
  const parts = Object.entries(types).map(
    ([type, counts]) => `${type} ${counts.created + counts.updated + counts.unchanged}`,
  );
  const counts = `created ${created}, updated ${updated}, unchanged ${unchanged}`;
  const left = keysLeftOut === 0 ? "" : `; left out ${keysLeftOut} keys without hashes`;
  const shared =
    sharedAddresses === 0
      ? ""
      : `; email addresses of several users: ${sharedAddresses} ("postern doctor" lists them)`;
  const end = isComplete ? "" : stoppedEarly;
  const records = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
  return `${dryRun ? "would have " : ""}${counts}${records}${left}${skippedRedirects(summary)}${leftBehindLine(summary)}${shared}${end}`;
}
