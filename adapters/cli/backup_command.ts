import type { AtomicDriver } from "../../lib/mod.ts";
import { estimateRecords, exportLines } from "../../lib/transfer/mod.ts";
import { isExportFile } from "./backup_target.ts";
import { type CliCommand, cliCommand } from "./cli_command.ts";
import { exitCodes } from "./exit_codes.ts";
import { copyLmdb, isLmdb } from "./copy_lmdb.ts";
import { openToRead } from "./open_storage.ts";
import { UsageError } from "./cli_error.ts";
import { printDone } from "./output.ts";
import { openOutputFile } from "./output_file.ts";
import { ProgressDisplay } from "./progress.ts";
import { storeArguments } from "./store_arguments.ts";
import { writeLines } from "./write_lines.ts";

/** `postern backup`: copies the whole store, while servers write to it. */
export const backupCommand: CliCommand = cliCommand({
  meta: {
    name: "backup",
    description: "Copy the whole store into a file or directory, while servers use it",
  },
  args: {
    target: {
      type: "positional",
      description: "File to write, .jsonl or .jsonl.gz; for LMDB also a new directory",
      required: true,
    },
    ...storeArguments,
  },
  examples: [
    { line: "postern backup acme.jsonl.gz", does: "write a compressed file" },
    { line: "postern backup ./copy --storage lmdb:./data", does: "copy the files of LMDB" },
  ],
  run: async ({ args }) => {
    const { target } = args;
    const storage = await openToRead(args.storage);
    try {
      const records = isExportFile(target)
        ? await writeFile(storage, target)
        : await copyDirectory(storage, target);
      if (records === undefined) {
        process.exitCode = exitCodes.interrupted.code;
        console.error(`stopped: ${target} was not written`);
      } else {
        const line = `Backed up ${records} ${records === 1 ? "record" : "records"} to ${target}`;
        await printDone(line, { records, target }, args);
      }
    } finally {
      await storage.dispose?.();
    }
  },
});

async function writeFile(storage: AtomicDriver, file: string): Promise<number | undefined> {
  const total = await estimateRecords(storage);
  const lines = exportLines(storage, { withHashes: true });
  return writeLines(lines, { file: await openOutputFile(file), total, display: new ProgressDisplay() });
}

async function copyDirectory(storage: AtomicDriver, directory: string): Promise<number> {
  if (isLmdb(storage)) return copyLmdb(storage, directory);
  throw new UsageError(
    "Name a file that ends with .jsonl or .jsonl.gz: only LMDB stores can be copied as a directory",
  );
}
