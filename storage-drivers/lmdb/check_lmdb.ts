/** Functions of the package `lmdb` that its types omit. */
export interface KeyFunctions {
  keyValueToBuffer: (key: string) => Uint8Array;
  bufferToKeyValue: (bytes: Uint8Array) => unknown;
}

/** Maximum number of byte accesses for one key. A key of 7 letters takes 11; in a bundled build the reading never ends. */
const maximumAccesses = 1000;

/** The package `lmdb` was bundled and reads wrong keys. */
export class BundledLmdbError extends Error {
  override name = "BundledLmdbError";

  constructor(cause?: unknown) {
    super(
      'lmdb must not be bundled: its keys cannot be read in this build. Leave the package external: serverExternalPackages: ["lmdb"] in Next.js, ' +
        "--external:lmdb in esbuild, ssr.external in Vite",
      { cause },
    );
  }
}

/**
 * Encodes and decodes one key with the package's own functions.
 *
 * The package decodes keys with an `eval` that names variables of its module. A bundler renames these variables, and decoding then loops
 * until memory runs out. Therefore the bytes count their accesses.
 *
 * @throws {BundledLmdbError} if the decoded key differs, or decoding does not end
 */
export function checkLmdb({ keyValueToBuffer, bufferToKeyValue }: KeyFunctions): void {
  const key = "postern";
  let accesses = 0;
  const bytes = new Proxy(keyValueToBuffer(key), {
    get(target, name) {
      if (accesses++ > maximumAccesses) throw new Error("A key of 7 bytes was read 1,000 times");
      return Reflect.get(target, name);
    },
  });
  let found: unknown;
  try {
    found = bufferToKeyValue(bytes);
  } catch (error) {
    throw new BundledLmdbError(error);
  }
  if (found !== key) throw new BundledLmdbError();
}
