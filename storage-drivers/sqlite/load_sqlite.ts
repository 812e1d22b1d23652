import { loadPackage } from "../opening/load_package.ts";
import type { SqliteDatabase, SqliteLibrary, SqliteStatement } from "./sqlite_database.ts";

/** The modules of the runtimes. Their types are not those of every runtime. */
interface NodeSqlite {
  DatabaseSync: new (file: string, options: { readOnly: boolean }) => SqliteDatabase;
}
interface BunSqlite {
  Database: new (file: string, options: object) => BunDatabase;
}
interface BunDatabase extends SqliteDatabase {
  prepare(sql: string): SqliteStatement & { finalize(): void };
}
type BetterSqlite = new (file: string, options: { readonly: boolean }) => SqliteDatabase;

const packageName = "better-sqlite3";

const registryName = Symbol.for("postern.sqlite.library");
const registry = globalThis as { [registryName]?: SqliteLibrary };

/**
 * Loads SQLite: that of Bun, that of Node or Deno, or the package `better-sqlite3`. No bundler looks for modules of the runtime here.
 *
 * A process must not use two libraries on one file. When one of them closes the file, the system drops all locks of the process on it. Bundlers
 * load this module several times, and may find several copies of the package. So all copies of this module use the library that was loaded first.
 *
 * @throws {OptionalPackageError} if the runtime has no SQLite, and the package is not installed
 */
export function loadSqlite(): SqliteLibrary {
  return (registry[registryName] ??= ofBun() ?? ofNode() ?? ofPackage());
}

function ofBun(): SqliteLibrary | undefined {
  if (process.versions["bun"] === undefined) return undefined;
  const { Database } = (process.getBuiltinModule("bun:sqlite") ?? {}) as Partial<BunSqlite>;
  if (Database === undefined) return undefined;
  const open: SqliteLibrary["open"] = (file, { readOnly }) =>
    closable(new Database(file, readOnly ? { readonly: true } : { readwrite: true, create: true }));
  return { name: "bun:sqlite", open };
}

/** Bun keeps a connection open until its statements are finalized. */
function closable(database: BunDatabase): SqliteDatabase {
  const statements: { finalize(): void }[] = [];
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      statements.push(statement);
      return statement;
    },
    close: () => {
      for (const statement of statements) statement.finalize();
      database.close();
    },
  };
}

/** Node has the module without a flag from 22.13 on. */
function ofNode(): SqliteLibrary | undefined {
  const { DatabaseSync } = (process.getBuiltinModule("node:sqlite") ?? {}) as Partial<NodeSqlite>;
  if (DatabaseSync === undefined) return undefined;
  return { name: "node:sqlite", open: (file, options) => new DatabaseSync(file, options) };
}

function ofPackage(): SqliteLibrary {
  const Database = loadPackage(packageName, "open the storage", packageToInstall()) as BetterSqlite;
  return { name: packageName, open: (file, { readOnly }) => new Database(file, { readonly: readOnly }) };
}

/** Returns the package that this runtime needs for SQLite, and the version to install: `better-sqlite3@12`. Undefined if the runtime has SQLite. */
export function neededSqlitePackage(): string | undefined {
  return (ofBun() ?? ofNode()) === undefined ? packageToInstall() : undefined;
}

/** Version 13 needs Node 22. */
function packageToInstall(): string {
  return Number.parseInt(process.versions.node, 10) < 22 ? `${packageName}@12` : packageName;
}
