import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { UnknownSchemaVersionError } from "../../lib/base/errors.ts";
import { makeDirectory } from "../directory/make_directory.ts";
import { privateFile } from "../directory/private_files.ts";
import { ForeignFilesError } from "../directory/refuse_foreign_files.ts";
import { syncDirectorySync } from "../directory/sync.ts";
import { systemErrorCode } from "../directory/system_error_text.ts";
import { applicationId, schemaSql, tablesVersion } from "./schema.ts";
import type { SqliteDatabase, SqliteLibrary } from "./sqlite_database.ts";
import { SqliteFile } from "./sqlite_file.ts";
import { sqliteCodeOf } from "./sqlite_store_error.ts";

/** Settings of each connection. While a file is opened, a connection waits for the locks of others. */
const settings = `
pragma busy_timeout = 5000;
pragma synchronous = normal;
pragma checkpoint_fullfsync = on;
pragma wal_autocheckpoint = 4000;
pragma journal_size_limit = 67108864;
pragma cache_size = -16000;
`;

/** Maximum number of attempts to start the log of a new file. */
const mostAttempts = 100;

/** Opens a file to write, and creates it and its tables if they are missing. Only its owner can read a new file. */
export function openToWrite(library: SqliteLibrary, path: string): SqliteFile {
  makeDirectory(dirname(path));
  const isNew = createFile(path);
  // SQLite would open a file that it cannot write, and fail later.
  for (const place of [path, dirname(path)]) accessSync(place, constants.W_OK);
  const database = library.open(path, { readOnly: false });
  try {
    database.exec(settings);
    requireOwn(database, path);
    startLog(database, path);
    createTables(database, path);
    const openReader = (): SqliteDatabase => openToRead(library, path);
    const file = new SqliteFile(database, { path, openReader, readOnly: false });
    database.exec("pragma busy_timeout = 0");
    if (isNew) syncDirectorySync(dirname(path));
    return file;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** An open file, and the function that closes it. */
export interface OpenedFile {
  file: SqliteFile;
  close: () => Promise<void>;
}

/**
 * Opens the existing file of a store for reading only. SQLite needs a directory that it can write to read a file with a write-ahead log. So in
 * another directory, a copy of the file among the temporary files is read.
 */
export function openReadOnly(library: SqliteLibrary, path: string): OpenedFile {
  // Fails if the file is missing.
  accessSync(path, constants.R_OK);
  const copy = isWritable(dirname(path)) ? undefined : copyToTemporary(path);
  const remove = (): void => {
    if (copy !== undefined) rmSync(dirname(copy), { recursive: true, force: true });
  };
  try {
    const openReader = (): SqliteDatabase => openToRead(library, copy ?? path);
    const database = openReader();
    try {
      requireOwn(database, path);
      const file = new SqliteFile(database, { path, openReader, readOnly: true });
      return { file, close: async () => file.close().finally(remove) };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Copies a file, and the log that an interrupted process left. */
function copyToTemporary(path: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), "postern-")), "data.db");
  for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  return copy;
}

function openToRead(library: SqliteLibrary, path: string): SqliteDatabase {
  const database = library.open(path, { readOnly: true });
  database.exec("pragma busy_timeout = 5000");
  return database;
}

/** Returns false if the file exists. SQLite would create a file that everybody can read. */
function createFile(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", privateFile));
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    if (statSync(path).isDirectory())
      throw new Error(`Cannot open the store: ${path} is a directory. Name a file, such as ${path}/data.db`, {
        cause: error,
      });
    return false;
  }
}

/** Returns the version of the tables. A file without any has version 0. */
function requireOwn(database: SqliteDatabase, path: string): number {
  const numberOf = (name: string): number => Number(database.prepare(`pragma ${name}`).get()?.[name]);
  const version = numberOf("user_version");
  const [anything] = database.prepare("select 1 from sqlite_master limit 1").all();
  if (anything === undefined) return 0;
  if (numberOf("application_id") !== applicationId) {
    throw new ForeignFilesError(
      `Cannot open the store: ${path} holds tables of another program. Name a new file, or the file of a store`,
    );
  }
  if (version > tablesVersion) throw new UnknownSchemaVersionError(version, tablesVersion);
  return version;
}

/** Has SQLite keep a write-ahead log. If another process does the same with a new file, SQLite fails instead of waiting. */
function startLog(database: SqliteDatabase, path: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      const mode = database.prepare("pragma journal_mode = wal").get()?.["journal_mode"];
      if (mode === "wal") return;
      throw new Error(`Cannot open the store: SQLite cannot keep a write-ahead log for ${path}`);
    } catch (error) {
      if (sqliteCodeOf(error) !== "SQLITE_BUSY" || attempt === mostAttempts) throw error;
      // Waits until the other process has finished.
      database.exec("begin immediate; rollback");
    }
  }
}

function createTables(database: SqliteDatabase, path: string): void {
  if (requireOwn(database, path) === tablesVersion) return;
  database.exec("begin immediate");
  try {
    const version = requireOwn(database, path);
    if (version < tablesVersion) database.exec(schemaSql(version));
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}
