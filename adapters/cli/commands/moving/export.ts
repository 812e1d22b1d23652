import { estimateRecords, exportLines } from "../../../../lib/moving/mod.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import {
  keepGoingArgument,
  leftBehindLine,
  SkippedRecords,
  skippedLine,
  suggestKeepGoing,
} from "./skipped_records.ts";
import { openToRead } from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { openOutputFile } from "./output_file.ts";
import { ProgressDisplay } from "../../frame/output/progress.ts";
import { organizationArguments } from "../../store/store_arguments.ts";
import { given } from "../../store/with_api.ts";
import { writeLines } from "./write_lines.ts";

/** `postern export`: writes a store or an organization as NDJSON. */
export const exportCommand: CliCommand = cliCommand({
  meta: { name: "export", description: "Write an organization, or the whole store, as NDJSON" },
  args: {
    out: { type: "string", description: "File to write; - for the standard output", default: "-" },
    "with-hashes": {
      type: "boolean",
      description: "Also write the hashes of keys, so that the keys work after an import",
      default: false,
    },
    ...keepGoingArgument,
    ...organizationArguments,
    org: { type: "string", description: "Slug of the organization (default: the whole store)" },
  },
  examples: [
    {
      line: "postern export --keep-going --out rest.ndjson",
      does: "save all readable records of a damaged store",
    },
    { line: "postern export --out backup.ndjson --with-hashes", does: "make a backup; keep it secret" },
    { line: "postern export --org acme --out acme.ndjson.gz", does: "write one organization" },
  ],
  run: async ({ args }) => {
    const storage = await openToRead(args.storage);
    try {
      const display = new ProgressDisplay();
      const leftOut = new SkippedRecords((line) => display.line(line));
      const options = {
        withHashes: args["with-hashes"],
        ...given({ organizationSlug: args.org, onDamaged: args["keep-going"] ? leftOut.add : undefined }),
      };
      const total = await estimateRecords(storage, args.org);
      const lines = exportLines(storage, options);
      const file = await openOutputFile(args.out);
      const end = await suggestKeepGoing(() => writeLines(lines, { file, total, display }));
      if (leftOut.size > 0) console.error(skippedLine(leftOut.size));
      if (leftOut.size > 0) process.exitCode = exitCodes.skipped.code;
      if (end === undefined) {
        process.exitCode = exitCodes.interrupted.code;
        console.error(args.out === "-" ? "stopped before the end" : `stopped: ${args.out} was not written`);
        return;
      }
      const { records, leftBehind = {} } = end;
      const left = leftBehindLine({ leftBehind });
      if (args.out === "-") {
        console.error(args.json ? JSON.stringify({ records, leftBehind }) : `${toLine(records)}${left}`);
      } else {
        const file = args.out;
        await printDone(`${toLine(records)} to ${file}${left}`, { records, file, leftBehind }, args);
      }
    } finally {
      await storage.dispose?.();
    }
  },
});

function toLine(records: number): string {
  return `Exported ${records} ${records === 1 ? "record" : "records"}`;
}
