import { sha256Hex } from "../../../base/secrets/sha256.ts";
import type { KeyPart } from "../../../store/mod.ts";

/** An item of another system that a post is imported from. */
export interface ImportOrigin {
  /** Name of the source, such as a folder's name. */
  source: string;
  /** The item's key in the source, such as a file's path. */
  key: string;
}

/** The item that a post was imported from, and the last import of it. */
export interface ImportedFrom extends ImportOrigin {
  /** The revision that the last import wrote. A higher revision of the post is an edit. */
  revision: number;
  /** True if the last import kept a status that was set in Postern, because the item names none. Default: the status follows the item. */
  isStatusKept?: true;
}

/** Returns an origin in Unicode form NFC. Names of files are decomposed on macOS, and composed on other systems. */
export function normalOrigin<Origin extends ImportOrigin>(origin: Origin): Origin {
  return { ...origin, source: origin.source.normalize("NFC"), key: origin.key.normalize("NFC") };
}

/** A post that may have been imported. */
interface Imported {
  importedFrom?: ImportedFrom;
}

/**
 * Key of the record with the id of the post that was imported from an item. Names of sources and keys of items are hashed,
 * because file systems and LMDB limit the length of names.
 */
export const importOriginKey = ({ source, key }: ImportOrigin): KeyPart[] => [
  ...importOriginPrefix(source),
  sha256Hex(key),
];
export const importOriginPrefix = (source: string): KeyPart[] => ["imported", sha256Hex(source)];
/** Returns the key of the record of the item that the post was imported from, if any. */
export function originKeys({ importedFrom }: Imported): KeyPart[][] {
  return importedFrom === undefined ? [] : [importOriginKey(importedFrom)];
}

/** True if an import wrote the post last, and its status comes from the item. */
export function followsSource({ importedFrom, revision }: Imported & { revision: number }): boolean {
  return importedFrom?.revision === revision && importedFrom.isStatusKept !== true;
}

/** True if the post was imported from this item before, or from no item if none is given. */
export function isSameOrigin({ importedFrom: before }: Imported, origin: ImportOrigin | undefined): boolean {
  if (origin === undefined) return true;
  const { source, key } = normalOrigin(origin);
  return before?.source === source && before.key === key;
}
