import { OptionalPackageError } from "../storage-drivers/opening/optional_package_error.ts";
import { loadSqlite } from "../storage-drivers/sqlite/load_sqlite.ts";

/** True if tests on SQLite cannot run here. With `CI` set, this is an error. */
export function sqliteIsMissing(): boolean {
  try {
    loadSqlite();
    return false;
  } catch (error) {
    if (!(error instanceof OptionalPackageError)) throw error;
  }
  const install = "npm ci --prefix test/databases";
  if (process.env["CI"]) throw new Error(`Cannot test with SQLite: run "${install}"`);
  console.warn(`The tests with SQLite are skipped: run "${install}"`);
  return true;
}

/** Returns a row of a table of tests on SQLite, or no row if these tests cannot run here. */
export function ifSqlite<Row extends [unknown, ...unknown[]] | string>(row: Row): Row[] {
  return sqliteIsMissing() ? [] : [row];
}
