import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Lmdb from "lmdb";
import { MissingPackageError } from "../opening/missing_package_error.ts";
import { checkLmdb, type KeyFunctions } from "./check_lmdb.ts";

/** A variable, because a bundler bundles the package if it finds the name in a call of `require`. */
const packageName = "lmdb";

/**
 * Loads the package `lmdb` at run time, so that bundlers leave it out. The package does not work in a bundle.
 *
 * @throws {MissingPackageError} if the package is not installed
 * @throws {BundledLmdbError} if the package was bundled nevertheless
 */
export function loadLmdb(): typeof Lmdb {
  const load = findRequire(packageName);
  const lmdb = load(packageName) as typeof Lmdb & KeyFunctions;
  checkLmdb(lmdb);
  return lmdb;
}

/** Returns the `require` of the first location that finds the package. */
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
 * Lists the locations to search for the package: this module, the program's script and the working directory.
 * Bundlers replace `import.meta.url` with `undefined`, or with a path on the build machine.
 */
function places(): (string | URL)[] {
  const [, script] = process.argv;
  const working = join(process.cwd(), "package.json");
  return [import.meta.url, script, working].filter((place) => place !== undefined);
}
