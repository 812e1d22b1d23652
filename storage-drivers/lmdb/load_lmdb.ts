import type * as Lmdb from "lmdb";
import { loadPackage } from "../opening/load_package.ts";
import { OptionalPackageError } from "../opening/optional_package_error.ts";

/** Functions of the package `lmdb` that its types omit. */
interface KeyFunctions {
  keyValueToBuffer: (key: string) => Uint8Array;
  bufferToKeyValue: (bytes: Uint8Array) => unknown;
}

/** Maximum number of byte accesses for one key. A key of 7 letters takes 11; in a bundled build the reading never ends. */
const maximumAccesses = 1000;

const action = "open the storage";

/**
 * Loads the package `lmdb`.
 *
 * @throws {OptionalPackageError} if the package is not installed, fails to load, or was bundled
 */
export function loadLmdb(): typeof Lmdb {
  const lmdb = loadPackage("lmdb", action) as typeof Lmdb & KeyFunctions;
  try {
    checkKeys(lmdb);
  } catch (cause) {
    throw new OptionalPackageError("lmdb", { action, reason: "bundled", cause });
  }
  return lmdb;
}

/**
 * Encodes and decodes one key with the package's own functions.
 *
 * The package decodes keys with an `eval` that names variables of its module. A bundler renames these variables, and decoding then loops
 * until memory runs out. Therefore the bytes count their accesses.
 */
function checkKeys({ keyValueToBuffer, bufferToKeyValue }: KeyFunctions): void {
  const key = "postern";
  let accesses = 0;
  const bytes = new Proxy(keyValueToBuffer(key), {
    get(target, name) {
      if (accesses++ > maximumAccesses) throw new Error("A key of 7 bytes was read 1,000 times");
      return Reflect.get(target, name);
    },
  });
  const found = bufferToKeyValue(bytes);
  if (found !== key) throw new Error(`The key "${key}" was read as ${JSON.stringify(found)}`);
}
