import { join } from "node:path";

/** Where a record lies: a directory, and a file in it. */
export interface RecordPath {
  directory: string;
  file: string;
}

const encodedPart = /^[a-z0-9+._~-]*$/;
/** Names that Windows keeps for devices, whatever follows their first dot. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;
const longestPart = 240;
const longestPath = 3000;

/** What stands before a name that some file system would not take, and alone for the empty part. */
const mark = "@";
const extension = ".json";

/**
 * The directory of a partition: a directory for each part. All partitions of Postern but a few have
 * two parts; the others lie under `@` and the number of their parts, so that a partition's directory
 * never holds another partition.
 */
export function partitionDirectory(root: string, partition: string): string {
  const names = partition.split("!").map(nameOfPart);
  return names.length === 2 ? join(root, ...names) : join(root, `${mark}${names.length}`, ...names);
}

/** The number of parts of the partitions below a directory of the root; undefined for any other directory. */
export function levelsOf(name: string): number | undefined {
  const levels = /^@(\d+)$/.exec(name)?.[1];
  return levels === undefined ? undefined : Number(levels);
}

/**
 * The file of a record: a directory for each part of its key but the last. A file's name ends in
 * `.json` and a directory's never does, so the record `foo` lies beside the records `foo!…`.
 *
 * @throws {RangeError} when the key is not one that `encodeKey` makes, or too long for a path
 */
export function recordPath(root: string, partition: string, key: string): RecordPath {
  const names = key.split("!").map(nameOfPart);
  const directory = join(partitionDirectory(root, partition), ...names.slice(0, -1));
  const file = join(directory, `${names.at(-1) ?? mark}${extension}`);
  if (file.length - root.length > longestPath) {
    throw new RangeError(
      `Cannot name a record's file: its path may have up to ${longestPath} characters, and has ${file.length - root.length}`,
    );
  }
  return { directory, file };
}

/** The last part of a record's key, from the name of its file; undefined for any other file. */
export function partOfFile(name: string): string | undefined {
  return name.endsWith(extension) ? partOfName(name.slice(0, -extension.length)) : undefined;
}

/** A part of a key from the name of its directory; undefined for a directory that is none of ours. */
export function partOfName(name: string): string | undefined {
  const part = name.startsWith(mark) ? name.slice(mark.length) : name;
  const isPart = encodedPart.test(part) && part.length <= longestPart;
  return isPart && nameOfPart(part) === name ? part : undefined;
}

function nameOfPart(part: string): string {
  if (!encodedPart.test(part) || part.length > longestPart) {
    throw new RangeError(
      `Cannot name a record's file: a part of a key has up to ${longestPart} characters of a-z, 0-9, "+", ".", "_", "~" and "-", ` +
        `and this one is ${JSON.stringify(part.slice(0, 260))}`,
    );
  }
  const needsMark = part === "" || part.startsWith(".") || deviceName.test(part);
  return needsMark ? mark + part : part;
}
