import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Lmdb from "lmdb";
import { MissingPackageError } from "../missing_package_error.ts";
import { checkLmdb, type KeyFunctions } from "./check_lmdb.ts";

/** Passed on as a variable: a bundler that reads the name in a call of `require` bundles the package. */
const packageName = "lmdb";

/**
 * Loads the package `lmdb` while the program runs, so that bundlers leave it out: it does not survive bundling.
 *
 * @throws {MissingPackageError} when the package is not installed
 * @throws {BundledLmdbError} when the package was bundled all the same
 */
export function loadLmdb(): typeof Lmdb {
  const load = findRequire(packageName);
  const lmdb = load(packageName) as typeof Lmdb & KeyFunctions;
  checkLmdb(lmdb);
  return lmdb;
}

/** Returns the `require` of the first place from which the package can be found. */
function findRequire(name: string): NodeJS.Require {
  let failure: unknown;
  for (const place of places()) {
    const load = createRequire(/* turbopackIgnore: true */ place);
    try {
      load.resolve(name);
      return load;
    } catch (error) {
      failure ??= error;
    }
  }
  throw new MissingPackageError(name, failure);
}

/**
 * Lists the places from which the package is searched: this module, the program's script and the working directory.
 * Bundlers replace `import.meta.url` by `undefined`, or by a path of the machine that builds.
 */
function places(): (string | URL)[] {
  const [, script] = process.argv;
  const working = join(process.cwd(), "package.json");
  return [import.meta.url, script, working].filter((place) => place !== undefined);
}
