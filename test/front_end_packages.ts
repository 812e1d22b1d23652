import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Directory of the packages that only tests of front ends use. They are installed separately, and need 170 MB. */
const directory = resolve("test/front_end_packages/node_modules");

/** Command that installs them. */
const install = "npm ci --prefix test/front_end_packages";

/** Returns the directory of a package, or undefined and prints a message if it is not installed. With `CI` set, it must be installed. */
export function frontEndPackage(name: string): string | undefined {
  const path = `${directory}/${name}`;
  if (existsSync(path)) return path;
  if (process.env["CI"]) throw new Error(`Cannot test with ${name}: run "${install}"`);
  console.warn(`The tests with ${name} are skipped: run "${install}"`);
  return undefined;
}
