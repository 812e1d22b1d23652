import type * as Lmdb from "lmdb";
import { requirePackage } from "../opening/require_package.ts";
import { checkLmdb, type KeyFunctions } from "./check_lmdb.ts";

/**
 * Loads the package `lmdb`. It does not work in a bundle.
 *
 * @throws {MissingPackageError} if the package is not installed
 * @throws {BundledLmdbError} if the package was bundled nevertheless
 */
export function loadLmdb(): typeof Lmdb {
  const lmdb = requirePackage("lmdb") as typeof Lmdb & KeyFunctions;
  checkLmdb(lmdb);
  return lmdb;
}
