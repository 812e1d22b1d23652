import { methods } from "../lib/base/input/check_options.ts";
import { isMediaKey, type MediaBytes } from "../lib/media/mod.ts";

/** The part of an unstorage storage that the store uses. */
export interface UnstorageLike {
  setItemRaw(key: string, value: unknown): Promise<void>;
  getItemRaw(key: string): Promise<unknown>;
  removeItem(key: string): Promise<void>;
  getKeys(): Promise<string[]>;
}

/** Abilities of a media store that unstorage 1.17 does not offer. */
export const unstorageLacks: readonly string[] = [
  "streams: a file is read and written as a whole, so each response holds it in memory",
  "ranges: the whole file is read for each range",
  "pages: all keys are listed at once, and its S3 driver lists only the first 1,000, so the sweep does not find the bytes of others",
  "durability: a crash can leave a part of a file, or lose a file whose upload was acknowledged",
];

const storageCheck = methods(["setItemRaw", "getItemRaw", "removeItem", "getKeys"]);

/**
 * Keeps the bytes of files in any storage of unstorage. {@link unstorageLacks} names its limits. Prefer the other stores for large files. The
 * storage must contain nothing else, because files without a record are removed.
 *
 * @throws {InvalidOptionError} if the storage lacks a method
 *
 * @example
 * ```ts
 * import { mediaStore } from "postern/media";
 * import { unstorageMedia } from "postern/media-stores/unstorage";
 * import { createStorage } from "unstorage";
 *
 * const media = mediaStore(unstorageMedia(createStorage()));
 * ```
 */
export function unstorageMedia(storage: UnstorageLike): MediaBytes {
  storageCheck(storage, { action: "open the media store", option: "storage" });
  return {
    put: async (key, body) => storage.setItemRaw(key, new Uint8Array(await body.arrayBuffer())),
    get: async (key, range) => {
      const bytes = toBytes(await storage.getItemRaw(key));
      return bytes && new Blob([range ? bytes.subarray(range.start, range.end + 1) : bytes]).stream();
    },
    size: async (key) => toBytes(await storage.getItemRaw(key))?.length ?? null,
    delete: async (key) => storage.removeItem(key),
    list: async ({ after = "", limit }) => {
      const all = (await storage.getKeys()).map((key) => key.replaceAll(":", "/")).filter(isMediaKey);
      const rest = all.filter((key) => key > after).toSorted((one, other) => (one < other ? -1 : 1));
      const keys = rest.slice(0, limit);
      return { keys, next: rest.length > limit ? (keys.at(-1) ?? null) : null };
    },
  };
}

/** Returns the bytes of a value, or null for a missing value. Drivers return bytes in several types. */
function toBytes(value: unknown): Uint8Array<ArrayBuffer> | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError("Cannot read the file: the driver of unstorage returned no bytes");
}
