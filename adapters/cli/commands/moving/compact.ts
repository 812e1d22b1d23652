import type { AtomicDriver } from "../../../../lib/store/mod.ts";
import { sizeInWords } from "../../../../lib/base/text/size_in_words.ts";
import { FileStoreError } from "../../../../storage-drivers/directory/file_store_error.ts";
import type { Compaction } from "../../../../storage-drivers/directory/compaction.ts";
import { SqliteStoreError } from "../../../../storage-drivers/sqlite/sqlite_store_error.ts";
import { CliError, UsageError } from "../../frame/exit/cli_error.ts";
import { type CliCommand, cliCommand } from "../../frame/cli_command.ts";
import { openWithoutUpgrade, withStorage } from "../../store/open_storage.ts";
import { printDone } from "../../frame/output/output.ts";
import { storeArguments } from "../../store/store_arguments.ts";

/** The work that removes deleted records from the files of other stores, by the beginning of the storage setting. */
const otherWork: Readonly<Record<string, string>> = {
  fs: "A store in files removes the file of a deleted record immediately",
  memory: "A store in memory has no files",
  postgres:
    'Run "VACUUM FULL" in PostgreSQL, in the schema of the store. It locks each table while it copies it',
  redis: 'Redis frees memory immediately. Run "BGREWRITEAOF" and "BGSAVE" to renew its files',
};

/** `postern compact`: removes the pages of deleted records from the files of a store in LMDB or SQLite. */
export const compactCommand: CliCommand = cliCommand({
  description:
    "Remove what deleted records left in the files of LMDB or SQLite; stop the store's servers first",
  args: { ...storeArguments },
  examples: { "postern compact --storage lmdb:./data": "remove deleted records, and shrink the files" },
  async run({ args }) {
    const setting = args.storage;
    const [, work] = Object.entries(otherWork).find(([kind]) => setting.startsWith(kind)) ?? [];
    if (work !== undefined) throw new UsageError(`Only LMDB and SQLite stores are compacted. ${work}`);
    await withStorage(await openWithoutUpgrade(setting, { create: false }), async (storage) => {
      if (!isCompactable(storage)) return;
      const compaction = await compact(storage);
      const [before, after] = [compaction.bytesBefore, compaction.bytesAfter].map(sizeInWords);
      await printDone(`Compacted the store from ${before} to ${after}`, compaction, args);
    });
  },
});

/** A store whose files can be compacted. */
interface Compactable extends AtomicDriver {
  compact(): Promise<Compaction>;
}

function isCompactable(storage: AtomicDriver): storage is Compactable {
  return "compact" in storage;
}

async function compact(storage: Compactable): Promise<Compaction> {
  try {
    return await storage.compact();
  } catch (error) {
    if (error instanceof SqliteStoreError) {
      throw new CliError(`${error.message}. Nothing was changed`, { cause: error });
    }
    if (!(error instanceof FileStoreError)) throw error;
    const way = '. Nothing was changed. "postern backup DIRECTORY" compacts into a directory on another disk';
    throw new CliError(`${error.message}${error.code === "ENOSPC" ? way : ""}`, { cause: error });
  }
}
