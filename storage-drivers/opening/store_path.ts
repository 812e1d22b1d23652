import { dirname, resolve } from "node:path";

/** The place of a store on a disk. */
export interface StorePath {
  /** `lmdb` */
  kind: string;
  /** The path as the setting has it. */
  path: string;
  /** The absolute directory of the store's files. */
  directory: string;
  /** True if the store is one file, which can have other files beside it. */
  isFile: boolean;
  /** The text after `?durability=`, which the driver checks. Undefined without one. */
  durability: string | undefined;
}

/** The kinds of stores on a disk, with the kind of place that a setting names. */
const places: Readonly<Record<string, "directory" | "file">> = {
  fs: "directory",
  lmdb: "directory",
  sqlite: "file",
};

/** Returns the place of a storage setting. Undefined for a store without a place on a disk. */
export function storePath(setting: string): StorePath | undefined {
  const [location, durability] = partsOf(setting, "?durability=");
  const [kind, path = ""] = partsOf(location, ":");
  const place = Object.hasOwn(places, kind) ? places[kind] : undefined;
  if (place === undefined || path === "") return undefined;
  const isFile = place === "file";
  return { kind, path, directory: isFile ? dirname(resolve(path)) : resolve(path), isFile, durability };
}

/** Splits a text at the first separator. */
function partsOf(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
