import type { ByteRange } from "../base/byte_range.ts";

/** A page of the keys of stored files. */
export interface MediaKeyPage {
  /** Keys in an order that never changes. */
  keys: string[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/**
 * A store for the bytes of files. Keys have 2 parts with a slash between them, of lowercase letters, digits, `-` and `.`, such as
 * `acme/0f3a.k7xq`. Every method may be called again after an error.
 */
export interface MediaBytes {
  /**
   * Stores a file, and resolves when it survives a crash. Until then `get` and `list` may leave it out, but `get` never returns a part of it.
   *
   * @param body has a length, and can be read as a stream, more than once
   */
  put(key: string, body: Blob): Promise<void>;
  /** Returns the bytes of a file, or null for an unknown key. The reader sets the pace of the stream. Default of `range`: the whole file. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Returns the number of bytes of a file, or null for an unknown key. */
  size(key: string): Promise<number | null>;
  /** Removes a file. An unknown key is no error. */
  delete(key: string): Promise<void>;
  /** Returns at most `limit` keys after a page. Keys in another form, which another program stored, are left out. */
  list(page: { after?: string; limit: number }): Promise<MediaKeyPage>;
}

/** The form of the keys of {@link MediaBytes}. */
const keyForm = /^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9.-]*$/;

/** Returns true for a key that Postern has given to a file. */
export function isMediaKey(key: string): boolean {
  return keyForm.test(key);
}
