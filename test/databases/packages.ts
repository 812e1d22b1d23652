import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Directory of the database libraries, which only tests of their examples use. They are installed separately. */
export const databasePackages: string = resolve("test/databases/node_modules");

/** Returns true and prints a message if the database libraries are not installed. With `CI` set, they must be installed. */
export function databasePackagesAreMissing(): boolean {
  if (existsSync(databasePackages)) return false;
  const install = "npm ci --prefix test/databases";
  if (process.env["CI"]) throw new Error(`Cannot test with database libraries: run "${install}"`);
  console.warn(`The tests with database libraries are skipped: run "${install}"`);
  return true;
}
