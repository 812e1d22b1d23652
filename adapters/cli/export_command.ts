import { estimateRecords, exportRecords } from "../../lib/transfer/mod.ts";
import { type CliCommand, cliCommand } from "./cli_command.ts";
import { exitCodes } from "./exit_codes.ts";
import { openToRead } from "./open_storage.ts";
import { printDone } from "./output.ts";
import { openOutputFile, type OutputFile } from "./output_file.ts";
import { ProgressDisplay } from "./progress.ts";
import { StopSignal } from "./stop_signal.ts";
import { organizationArguments } from "./store_arguments.ts";
import { given } from "./with_api.ts";

/** `postern export`: all that a store or an organization holds, as NDJSON. */
export const exportCommand: CliCommand = cliCommand({
  meta: { name: "export", description: "Write an organization, or the whole store, as NDJSON" },
  args: {
    out: { type: "string", description: "File to write; - for the standard output", default: "-" },
    "with-hashes": {
      type: "boolean",
      description: "Also write the hashes of keys, so that they go on working where they are imported",
      default: false,
    },
    ...organizationArguments,
    org: { type: "string", description: "Slug of the organization (default: the whole store)" },
  },
  examples: [
    { line: "postern export --out backup.ndjson --with-hashes", does: "make a backup; keep it as a secret" },
    { line: "postern export --org acme | gzip > acme.ndjson.gz", does: "write one organization" },
  ],
  run: async ({ args }) => {
    const storage = await openToRead(args.storage);
    try {
      const options = { withHashes: args["with-hashes"], ...given({ organizationSlug: args.org }) };
      const total = await estimateRecords(storage, args.org);
      const lines = exportRecords(storage, options);
      const file = await openOutputFile(args.out);
      const records = await writeLines(lines, file, total);
      if (records === undefined) {
        process.exitCode = exitCodes.interrupted.code;
        console.error(args.out === "-" ? "stopped before the end" : `stopped: ${args.out} was not written`);
      } else if (args.out === "-") console.error(args.json ? JSON.stringify({ records }) : toLine(records));
      else await printDone(`${toLine(records)} to ${args.out}`, { records, file: args.out }, args);
    } finally {
      await storage.dispose?.();
    }
  },
});

/** Answers how many records were written; undefined when it was stopped. */
async function writeLines(
  lines: ReturnType<typeof exportRecords>,
  file: OutputFile,
  total: number,
): Promise<number | undefined> {
  const display = new ProgressDisplay();
  const stop = new StopSignal(() => display.line("Stopping; Ctrl-C once more ends it at once"));
  let items = 0;
  let isFinished = false;
  try {
    for await (const line of lines) {
      if (stop.signal.aborted) return undefined;
      await file.write(`${JSON.stringify(line)}\n`);
      if (line.type === "header" || line.type === "end") continue;
      items++;
      display.update({ done: items, total, items, unit: "records" });
    }
    await file.finish();
    isFinished = true;
    return items;
  } finally {
    display.end();
    stop.dispose();
    if (!isFinished) await file.discard();
  }
}

function toLine(records: number): string {
  return `Exported ${records} ${records === 1 ? "record" : "records"}`;
}
