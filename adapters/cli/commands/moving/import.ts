import {
  checkRecords,
  importRecords,
  parseRecords,
  TransferError,
  type TransferSummary,
} from "../../../../lib/moving/mod.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import { leftBehindLine, skippedRedirects } from "./skipped_records.ts";
import { openForDryRun, openOrCreateStorageForBulk } from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { ProgressDisplay } from "../../frame/output/progress.ts";
import { readExport, sizeOfExport } from "./read_export.ts";
import { StopSignal } from "../../frame/exit/stop_signal.ts";
import { storeArguments } from "../../store/store_arguments.ts";

/** `postern import`: writes an export of `postern export` into any store. */
export const importCommand: CliCommand = cliCommand({
  meta: {
    name: "import",
    description: 'Import the output of "postern export"; importing it again changes nothing',
  },
  args: {
    file: { type: "positional", description: "File of an export; - for standard input", required: true },
    "dry-run": { type: "boolean", description: "Show the changes, but write nothing", default: false },
    ...storeArguments,
  },
  examples: [
    {
      line: "postern import backup.ndjson --storage redis://127.0.0.1:6379",
      does: "import a backup into Redis",
    },
    { line: "postern import acme.ndjson.gz", does: "import a compressed export" },
  ],
  run: async ({ args }) => {
    const display = new ProgressDisplay();
    const stop = new StopSignal(() =>
      display.line("Stopping after the records in progress. Press Ctrl-C again to stop without them"),
    );
    try {
      const summary = await importFile(args, { signal: stop.signal, display });
      display.end();
      await printDone(toLine(summary, args["dry-run"]), summary, args);
      if (!summary.isComplete) process.exitCode = exitCodes.interrupted.code;
      else if (summary.keysLeftOut > 0) process.exitCode = exitCodes.skipped.code;
    } catch (error) {
      throw error instanceof TransferError ? withHint(error, args.file) : error;
    } finally {
      display.end();
      stop.dispose();
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
  const storage = await open(args.storage);
  try {
    return await importRecords(storage, parseRecords(readExport(file, { action, onBytes })), {
      dryRun: args["dry-run"],
      signal,
      onProgress: (records) => (items = records),
    });
  } finally {
    await storage.dispose?.();
  }
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
  const end = isComplete ? "" : "; stopped before the end: run the same command again to continue";
  const records = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
  return `${dryRun ? "would have " : ""}${counts}${records}${left}${skippedRedirects(summary)}${leftBehindLine(summary)}${shared}${end}`;
}
