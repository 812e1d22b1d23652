import { createRequire } from "node:module";
import { join } from "node:path";
import { MissingPackageError } from "./missing_package_error.ts";

/**
 * Loads a package at run time, so that bundlers leave it out. Its name must not stand in a call of `require`.
 *
 * @param wanted the package, and the version to install: `better-sqlite3@12`
 * @throws {MissingPackageError} if the package is not installed
 */
export function requirePackage(name: string, wanted: string = name): unknown {
  let failure: unknown;
  for (const place of places()) {
    const load = createRequire(/* turbopackIgnore: true */ place);
    try {
      load.resolve(name);
    } catch (error) {
      failure ??= error;
      continue;
    }
    return load(name);
  }
  throw new MissingPackageError(wanted, failure);
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
