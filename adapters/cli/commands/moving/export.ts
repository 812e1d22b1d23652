import { estimateRecords, type ExportLine, exportLines } from "../../../../lib/moving/mod.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import {
  leftBehindLine,
  SkippedRecords,
  skippedLine,
  suggestKeepGoing,
  keepGoingArgument,
} from "./skipped_records.ts";
import { openToRead, withStorage } from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { openOutputFile } from "./output_file.ts";
import type { ProgressDisplay } from "../../frame/output/progress.ts";
import { openSiteFiles } from "./site_files.ts";
import { writeLines } from "./write_lines.ts";
import { choice, text, toggle } from "../../frame/arguments/argument_definition.ts";
import { organizationArguments } from "../../store/store_arguments.ts";
import { given } from "../../../../lib/base/given.ts";

/** `postern export`: writes a store or an organization as NDJSON. */
export const exportCommand: CliCommand = cliCommand({
  description: "Write an organization, or the whole store, as NDJSON",
  args: {
    out: text("File to write, or the folder of --format markdown; - for the standard output", "-"),
    format: choice(
      "records for another store, or posts for site generators (markdown), WordPress (wxr) or Ghost (ghost)",
      ["records", "markdown", "wxr", "ghost"],
      "records",
    ),
    "with-hashes": toggle("Also write the hashes of keys, so that the keys work after an import"),
    ...keepGoingArgument,
    ...organizationArguments,
    org: text("Slug of the organization (default: the whole store)"),
  },
  examples: {
    "postern export --keep-going --out rest.ndjson": "save all readable records of a damaged store",
    "postern export --out backup.ndjson --with-hashes": "make a backup; keep it secret",
    "postern export --org acme --out acme.ndjson.gz": "write one organization",
    "postern export --org acme --format markdown --out acme": "leave for a site generator",
    "postern export --org acme --format wxr --out acme.xml": "leave for WordPress",
  },
  run: async ({ args }) => {
    await withStorage(await openToRead(args.storage), async (storage) => {
      const leftOut = new SkippedRecords();
      const { org: organizationSlug, "with-hashes": withHashes, "keep-going": keepsGoing } = args;
      const total = await estimateRecords(storage, args.org);
      const { format } = args;
      const site = format === "records" ? undefined : await openSiteFiles({ ...args, format });
      const linesOf = (display: ProgressDisplay): AsyncIterable<ExportLine> => {
        const onDamaged = keepsGoing ? leftOut.addTo(display) : undefined;
        const lines = exportLines(storage, {
          withHashes,
          ...given({ organizationSlug, onDamaged, onPost: site?.addPost }),
        });
        return site === undefined ? lines : site.follow(lines);
      };
      const file = site?.lines ?? (await openOutputFile(args.out));
      const end = await suggestKeepGoing(() => writeLines(linesOf, { file, total }));
      if (leftOut.size > 0) console.error(skippedLine(leftOut.size));
      if (leftOut.size > 0) process.exitCode = exitCodes.skipped.code;
      if (end === undefined) {
        process.exitCode = exitCodes.interrupted.code;
        const unfinished = format === "markdown" ? "is incomplete. Delete it" : "was not written";
        console.error(args.out === "-" ? "stopped before the end" : `stopped: ${args.out} ${unfinished}`);
        return;
      }
      if (site !== undefined) return site.end(end, args);
      const { records, leftBehind = {} } = end;
      const left = leftBehindLine({ leftBehind });
      if (args.out === "-") {
        console.error(args.json ? JSON.stringify({ records, leftBehind }) : `${toLine(records)}${left}`);
      } else {
        const file = args.out;
        await printDone(`${toLine(records)} to ${file}${left}`, { records, file, leftBehind }, args);
      }
    });
  },
});

function toLine(records: number): string {
  return `Exported ${records} ${records === 1 ? "record" : "records"}`;
}
