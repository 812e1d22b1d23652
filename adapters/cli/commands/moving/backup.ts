import type { AtomicDriver } from "../../../../lib/mod.ts";
import { estimateRecords, exportLines, type TransferEnd } from "../../../../lib/moving/mod.ts";
import { isExportFile } from "./read_export.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { exitCodes } from "../../frame/exit/exit_codes.ts";
import { copyLmdb, isLmdb } from "./copy_lmdb.ts";
import { leftBehindLine } from "./skipped_records.ts";
import { openToRead, withStorage } from "../../store/open_storage.ts";
import { UsageError } from "../../frame/exit/cli_error.ts";
import { printDone } from "../../frame/output/output.ts";
import { openOutputFile } from "./output_file.ts";
import { writeLines } from "./write_lines.ts";
import { positional } from "../../frame/arguments/argument_definition.ts";
import { storeArguments } from "../../store/store_arguments.ts";

/** `postern backup`: copies the whole store, while servers write to it. */
export const backupCommand: CliCommand = cliCommand({
  description: "Copy the whole store into a file or directory, while servers use it",
  args: {
    target: positional("File to write, .jsonl or .jsonl.gz; for LMDB also a new directory"),
    ...storeArguments,
  },
  examples: {
    "postern backup acme.jsonl.gz": "write a compressed file",
    "postern backup ./copy --storage lmdb:./data": "copy the files of LMDB",
  },
  run: async ({ args }) => {
    const { target } = args;
    await withStorage(await openToRead(args.storage), async (storage) => {
      const written: Pick<TransferEnd, "records" | "leftBehind"> | undefined = isExportFile(target)
        ? await writeFile(storage, target)
        : { records: await copyDirectory(storage, target) };
      if (written === undefined) {
        process.exitCode = exitCodes.interrupted.code;
        console.error(`stopped: ${target} was not written`);
      } else {
        const { records, leftBehind = {} } = written;
        const line = `Backed up ${records} ${records === 1 ? "record" : "records"} to ${target}`;
        await printDone(`${line}${leftBehindLine({ leftBehind })}`, { records, target, leftBehind }, args);
      }
    });
  },
});

async function writeFile(storage: AtomicDriver, file: string): Promise<TransferEnd | undefined> {
  const total = await estimateRecords(storage);
  const lines = exportLines(storage, { withHashes: true, withWebhooks: true });
  return writeLines(() => lines, { file: await openOutputFile(file), total });
}

async function copyDirectory(storage: AtomicDriver, directory: string): Promise<number> {
  if (isLmdb(storage)) return copyLmdb(storage, directory);
  throw new UsageError(
    "Name a file that ends with .jsonl or .jsonl.gz: only LMDB stores can be copied as a directory",
  );
}
