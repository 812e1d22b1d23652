import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { OptionalPackageError } from "./optional_package_error.ts";

/**
 * Loads an optional package. Bundlers must neither bundle it nor need it, and they read every `import`, `require` and imported `createRequire`. So
 * the function comes from `process.getBuiltinModule`.
 *
 * @param action the action that needs the package: `open the storage`
 * @param install the package, and the version to install: `better-sqlite3@12`. Default: the package
 * @throws {OptionalPackageError} if the package is not installed, or fails to load
 */
export function loadPackage(name: string, action: string, install?: string): unknown {
  const found = findPackage(name);
  if ("failure" in found) {
    const reason = isBundled() ? "left-behind" : "not-installed";
    throw new OptionalPackageError(name, { action, reason, cause: found.failure, install });
  }
  try {
    return found.load(name);
  } catch (cause) {
    throw new OptionalPackageError(name, { action, reason: "failed-to-load", cause, install });
  }
}

/**
 * Imports a module that needs an optional package. Only for code that no host bundles.
 *
 * @throws {OptionalPackageError} if the package is not installed, or the module fails to load
 */
export async function importNeeding<Module>(
  name: string,
  action: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const reason = isInstalled(name) ? "failed-to-load" : "not-installed";
    throw new OptionalPackageError(name, { action, reason, cause });
  }
}

/** True if {@link loadPackage} finds the package. */
export function isInstalled(name: string): boolean {
  return !("failure" in findPackage(name));
}

/** Returns the `require` of the first location that finds the package, or the failure of the first location. */
function findPackage(name: string): { load: NodeJS.Require } | { failure: unknown } {
  const { createRequire } = process.getBuiltinModule("node:module");
  let failure: unknown;
  for (const place of places()) {
    try {
      const load = createRequire(place);
      load.resolve(name);
      return { load };
    } catch (error) {
      failure ??= error;
    }
  }
  return { failure };
}

/**
 * Lists the locations to search for the package: this module, the program's script and the working directory.
 * Bundlers replace `import.meta.url` with `undefined`, or with a path on the build machine.
 */
function places(): string[] {
  const [, script] = process.argv;
  const working = join(process.cwd(), "package.json");
  return [import.meta.url, script, working].filter((place) => place !== undefined);
}

/** True if this module is no longer a file of the package `postern`. */
function isBundled(): boolean {
  try {
    const file = fileURLToPath(import.meta.url);
    const { createRequire } = process.getBuiltinModule("node:module");
    const own = dirname(createRequire(file).resolve("postern/package.json"));
    return !existsSync(file) || !file.startsWith(own);
  } catch {
    return true;
  }
}
