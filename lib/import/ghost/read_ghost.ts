import { checkReadArguments } from "../check_read_options.ts";
import { ImportError } from "../import_error.ts";
import type { ImportItem, ImportSource, ReadOptions } from "../import_item.ts";
import { ghostPost } from "./ghost_post.ts";
import { GhostTables } from "./ghost_tables.ts";
import { jsonRecords } from "./json_records.ts";

/**
 * Reads the posts and pages of a Ghost export (JSON). The file is read twice, because tags and authors follow the posts.
 * Only the names of users are read. Keys, passwords, members and settings are not imported, and notes count them.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {ImportError} if the file is not JSON, or not a Ghost export
 */
export function readGhost(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  checkReadArguments(source, options);
  return readItems(source, options);
}

async function* readItems(source: ImportSource, options: ReadOptions): AsyncGenerator<ImportItem> {
  const { file } = source;
  const tables = options.content === false ? new GhostTables() : await GhostTables.read(source);
  if (options.content !== false) {
    if (!tables.hasPosts)
      throw new ImportError({ file }, "it is not a Ghost export: it has no posts in data");
    yield* tables.notes(file);
  }
  for await (const record of jsonRecords(source)) {
    if (record.table === "posts") yield* ghostPost(record, tables, { ...options, file });
  }
}
