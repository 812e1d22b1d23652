import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DamagedRecordError, type ScannedRecord } from "../../lib/store/mod.ts";
import { damageOf, textOfBytes } from "../records/damage_of.ts";
import { systemErrorCode } from "../directory/system_error_text.ts";
import { FileStoreError } from "../directory/file_store_error.ts";
import { parseRecord, readRecordFile } from "./record_file.ts";
import { levelsOf, partitionDirectory, partOfFile, partOfName } from "./record_path.ts";

/** A file or directory of a partition. */
interface Place {
  key: string;
  path: string;
  /** True if its name is a valid name of a record's file. */
  isRecord: boolean;
}

/** A directory entry, and the part of a key that its name encodes. */
interface Entry {
  name: string;
  part: string | undefined;
  isDirectory: boolean;
}

/** Prefix of the keys of foreign files. No record's key contains it. */
const foreign = "/";

/**
 * Reads all records from the directory tree, without the index. A foreign file has a key with `/`. If a directory above the partitions
 * contains a foreign file, it is listed as a partition that ends with `/`.
 */
export class RecordScan {
  readonly #root: string;
  /** The walk of the last page. Restarting it for every page would take quadratic time. */
  #walk: { partition: string; after: string | undefined; places: Iterator<Place> } | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  async *partitions(): AsyncGenerator<string> {
    for (const { name, part, isDirectory } of entriesIn(this.#root)) {
      if (!isDirectory) continue;
      const levels = levelsOf(name);
      const path = join(this.#root, name);
      if (levels !== undefined) yield* partitionsIn(path, [name], [], levels);
      else if (part !== undefined) yield* partitionsIn(path, [name], [part], 1);
    }
  }

  read(partition: string, after: string | undefined, limit: number): ScannedRecord[] {
    const known = this.#walk;
    const isNext = known !== undefined && known.partition === partition && known.after === after;
    const places = isNext && after !== undefined ? known.places : this.#placesOf(partition, after);
    const found: ScannedRecord[] = [];
    for (let next = places.next(); !next.done; next = places.next()) {
      const record = scan(partition, next.value);
      if (record !== undefined) found.push(record);
      if (found.length < limit) continue;
      this.#walk = { partition, after: next.value.key, places };
      return found;
    }
    this.#walk = undefined;
    return found;
  }

  #placesOf(partition: string, after: string | undefined): Iterator<Place> {
    if (!partition.endsWith(foreign)) return placesIn(partitionDirectory(this.#root, partition), "", after);
    return foreignFilesIn(join(this.#root, partition), after);
  }
}

/** Yields the partitions below a directory whose names have `levels` more parts than `parts`. */
function* partitionsIn(
  directory: string,
  names: readonly string[],
  parts: readonly string[],
  levels: number,
): Generator<string> {
  const entries = entriesIn(directory);
  if (levels > 0 && entries.some(isForeign)) yield names.join(foreign) + foreign;
  if (levels === 0) yield parts.join("!");
  if (levels === 0) return;
  for (const { name, part, isDirectory } of entries) {
    if (!isDirectory || part === undefined) continue;
    yield* partitionsIn(join(directory, name), [...names, name], [...parts, part], levels - 1);
  }
}

/** Yields the files of a partition, ordered by key. */
function* placesIn(directory: string, prefix: string, after: string | undefined): Generator<Place> {
  for (const { name, part, isDirectory } of entriesIn(directory)) {
    const path = join(directory, name);
    if (isDirectory && part !== undefined) {
      const inner = `${prefix}${part}!`;
      // All keys in the directory begin with `inner`.
      if (after === undefined || after < inner || after.startsWith(inner))
        yield* placesIn(path, inner, after);
      continue;
    }
    const key = part === undefined || isDirectory ? `${prefix}${foreign}${name}` : prefix + part;
    if (after === undefined || key > after) yield { key, path, isRecord: part !== undefined };
  }
}

function* foreignFilesIn(directory: string, after: string | undefined): Generator<Place> {
  for (const entry of entriesIn(directory)) {
    const key = foreign + entry.name;
    if (!isForeign(entry) || (after !== undefined && key <= after)) continue;
    yield { key, path: join(directory, entry.name), isRecord: false };
  }
}

/** True if an entry of a directory above the partitions does not contain a partition. */
function isForeign({ part, isDirectory }: Entry): boolean {
  return !isDirectory || part === undefined;
}

/** Reads a directory's entries, ordered by key. Keys of foreign names begin with `/`. A record precedes the directory of the same name. */
function entriesIn(directory: string): Entry[] {
  const entries = namesIn(directory).map(({ name, isDirectory }): Entry => {
    const part = isDirectory ? partOfName(name) : partOfFile(name);
    return { name, part, isDirectory };
  });
  return entries.toSorted((one, other) => (placeInOrder(one) < placeInOrder(other) ? -1 : 1));
}

function placeInOrder({ name, part, isDirectory }: Entry): string {
  if (part === undefined) return foreign + name;
  return isDirectory ? `${part}!` : part;
}

function namesIn(directory: string): { name: string; isDirectory: boolean }[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw new FileStoreError("Cannot list the records", directory, error);
  }
}

/** Reads a record. Returns undefined if its file was removed after the directory was read. */
function scan(partition: string, { key, path, isRecord }: Place): ScannedRecord | undefined {
  const address = { partition, key };
  let raw = "";
  try {
    const bytes = readRecordFile(path, address);
    raw = textOfBytes(bytes);
    if (!isRecord) throw new TypeError("its name is not the name of a record's file");
    const { version, value, expiresAt } = parseRecord(bytes.toString());
    const record = { key, value, version, ...(expiresAt === undefined ? {} : { expiresAt }) };
    return { key, place: path, raw, record };
  } catch (error) {
    if (error instanceof FileStoreError) throw error;
    const cause = error instanceof DamagedRecordError ? error.cause : undefined;
    if (cause instanceof Error && systemErrorCode(cause.cause) === "ENOENT") return undefined;
    return { key, place: path, raw, damage: damageOf(address, path, error) };
  }
}
