import { randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { clockCheck, fields, refuse } from "../lib/base/input/check_options.ts";
import { type Clock, systemClock } from "../lib/base/time/clock.ts";
import { isMediaKey, type MediaBytes, type MediaKeyPage } from "../lib/media/mod.ts";
import { FileStoreError } from "../storage-drivers/directory/file_store_error.ts";
import { directoryRule, makeDirectory } from "../storage-drivers/directory/make_directory.ts";
import { privateFile } from "../storage-drivers/directory/private_files.ts";
import { FlushedDirectories } from "../storage-drivers/directory/flushed_directories.ts";
import { syncDirectory } from "../storage-drivers/directory/sync.ts";
import { systemErrorCode } from "../storage-drivers/directory/system_error_text.ts";

/** Options of {@link filesMedia}. */
export interface FilesMediaOptions {
  /** Directory of the files. It is created if it is missing. */
  path: string;
  /** Decides when unfinished files are removed. Default: the system's clock. */
  clock?: Clock;
}

const optionsCheck = fields<FilesMediaOptions>({ path: directoryRule, clock: clockCheck }, ["path"]);

/** Directory of files that are being written. No organization has this name. */
const unfinished = ".unfinished";
/** Time after which an unfinished file is removed, in milliseconds: 24 hours. */
const longestWrite = 24 * 60 * 60 * 1000;
/** Number of bytes that are read at a time. */
const chunkBytes = 65_536;
/** Number of characters of a hash that name a directory. It bounds the number of files of a directory. */
const shardLength = 2;

/**
 * Keeps the bytes of files in a directory. A file is written under a temporary name, flushed to the disk, and renamed. Several processes of a
 * host can share the directory.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 * @throws {FileStoreError} if the directory cannot be created
 *
 * @example
 * ```ts
 * import { mediaStore } from "postern/media";
 * import { filesMedia } from "postern/media-stores/files";
 *
 * const media = mediaStore(filesMedia({ path: "media" }));
 * ```
 */
export function filesMedia(options: FilesMediaOptions): MediaBytes {
  const action = "open the media store";
  optionsCheck(options, { action, option: "" });
  const { path: root, clock = systemClock } = options;
  const waiting = join(root, unfinished);
  const directories = new FlushedDirectories(root, { fsync: true });
  try {
    makeDirectory(waiting);
  } catch (error) {
    throw new FileStoreError(`Cannot ${action}`, root, error);
  }
  const placeOf = (key: string): string => {
    if (!isMediaKey(key)) refuse({ action: "use the media store", option: "key" }, "a key of a file", key);
    const [owner = "", name = ""] = key.split("/");
    return join(root, owner, name.slice(0, shardLength), name);
  };

  async function put(key: string, body: Blob): Promise<void> {
    const place = placeOf(key);
    const temporary = join(waiting, randomUUID());
    try {
      await writeFlushed(temporary, body);
      await directories.make(dirname(place));
      await rename(temporary, place);
      await syncDirectory(dirname(place));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw new FileStoreError("Cannot store the file", place, error);
    }
  }

  async function removeUnfinished(): Promise<void> {
    for (const name of await namesIn(waiting)) {
      const file = join(waiting, name);
      const found = await stat(file).catch(() => undefined);
      if (found !== undefined && clock.now() - found.mtimeMs > longestWrite) await rm(file, { force: true });
    }
  }

  async function list({ after, limit }: { after?: string; limit: number }): Promise<MediaKeyPage> {
    if (after === undefined) await removeUnfinished();
    const [afterOwner = "", afterName = ""] = (after ?? "").split("/");
    const keys: string[] = [];
    for (const owner of await namesIn(root)) {
      if (owner < afterOwner) continue;
      const from = owner === afterOwner ? afterName : "";
      for (const shard of await namesIn(join(root, owner))) {
        if (shard < from.slice(0, shardLength)) continue;
        for (const name of await namesIn(join(root, owner, shard))) {
          const key = `${owner}/${name}`;
          if (name <= from || !isMediaKey(key)) continue;
          if (keys.length === limit) return { keys, next: keys.at(-1) ?? null };
          keys.push(key);
        }
      }
    }
    return { keys, next: null };
  }

  return {
    put,
    list,
    get: async (key, range) => {
      const handle = await openIfPresent(placeOf(key));
      if (handle === undefined) return null;
      const { start, end } = range ?? { start: 0, end: Infinity };
      return streamOf(handle, start, end);
    },
    size: async (key) => {
      const place = placeOf(key);
      try {
        return (await stat(place)).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw new FileStoreError("Cannot read the file", place, error);
      }
    },
    delete: async (key) => {
      const place = placeOf(key);
      try {
        await rm(place, { force: true });
        await syncDirectory(dirname(place));
      } catch (error) {
        throw new FileStoreError("Cannot remove the file", place, error);
      }
    },
  };
}

async function writeFlushed(file: string, body: Blob): Promise<void> {
  const handle = await open(file, "wx", privateFile);
  try {
    for await (const chunk of body.stream() as unknown as AsyncIterable<Uint8Array>) {
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the sorted names in a directory. A file in its place, or nothing, has none. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).toSorted((one, other) => (one < other ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw new FileStoreError("Cannot list the files", directory, error);
  }
}

async function openIfPresent(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new FileStoreError("Cannot read the file", place, error);
  }
}

function isMissing(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "");
}

/** Streams a part of an open file, and closes it. */
function streamOf(handle: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const length = Math.min(chunkBytes, end + 1 - position);
          const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, position);
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          if (bytesRead > 0 && position <= end) return;
          await handle.close();
          controller.close();
        } catch (error) {
          await handle.close().catch(() => undefined);
          throw error;
        }
      },
      cancel: async () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}
