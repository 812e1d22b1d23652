import { join } from "node:path";
import { StoreLimitError } from "../../lib/base/errors.ts";
import type { StoreLimits } from "../../lib/store/mod.ts";

/** The directory and the file of a record. */
export interface RecordPath {
  directory: string;
  file: string;
}

const encodedPart = /^[a-z0-9+._~-]*$/;
/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;
const maxPartLength = 240;
const maxPathLength = 3000;

/** A path also has the names of directories that mark unusual parts. */
export const fsLimits: StoreLimits = { store: "the file system", addressBytes: 2900 };

/** Prefix of a name that some file systems refuse; alone, it is the name of the empty part. */
const mark = "@";
const extension = ".json";

/**
 * Returns the directory of a partition, with one level per part. Most partitions have two parts. The others are below `@` and the number
 * of their parts, so that a partition's directory never contains another partition.
 */
export function partitionDirectory(root: string, partition: string): string {
  const names = partition.split("!").map(nameOfPart);
  return names.length === 2 ? join(root, ...names) : join(root, `${mark}${names.length}`, ...names);
}

/** Returns the number of parts of the partitions below a directory of the root, or undefined for other directories. */
export function levelsOf(name: string): number | undefined {
  const levels = /^@(\d+)$/.exec(name)?.[1];
  return levels === undefined ? undefined : Number(levels);
}

/**
 * Returns the file of a record. Every part of its key except the last is a directory. Only file names end with `.json`, so the record `foo`
 * and the directory of the records `foo!…` can coexist.
 *
 * @throws {RangeError} when the key is not from `encodeKey`
 * @throws {StoreLimitError} when the key is too long for a path
 */
export function recordPath(root: string, partition: string, key: string): RecordPath {
  const names = key.split("!").map(nameOfPart);
  const directory = join(partitionDirectory(root, partition), ...names.slice(0, -1));
  const file = join(directory, `${names.at(-1) ?? mark}${extension}`);
  if (file.length - root.length > maxPathLength) {
    throw new StoreLimitError(
      `the path of a record may have up to ${maxPathLength} characters, and has ${file.length - root.length}`,
      "addressBytes",
    );
  }
  return { directory, file };
}

/** Returns the last part of a record's key from its file name, or undefined for other files. */
export function partOfFile(name: string): string | undefined {
  return name.endsWith(extension) ? partOfName(name.slice(0, -extension.length)) : undefined;
}

/** Returns the part of a key from its directory name, or undefined for foreign directories. */
export function partOfName(name: string): string | undefined {
  const part = name.startsWith(mark) ? name.slice(mark.length) : name;
  const isPart = encodedPart.test(part) && part.length <= maxPartLength;
  return isPart && nameOfPart(part) === name ? part : undefined;
}

function nameOfPart(part: string): string {
  if (!encodedPart.test(part) || part.length > maxPartLength) {
    throw new RangeError(
      `Cannot name a record's file: a part of a key has up to ${maxPartLength} characters of a-z, 0-9, "+", ".", "_", "~" and "-", ` +
        `and this one is ${JSON.stringify(part.slice(0, 260))}`,
    );
  }
  const needsMark = part === "" || part.startsWith(".") || deviceName.test(part);
  return needsMark ? mark + part : part;
}
