import type { MediaBytes } from "./media_bytes.ts";
import { keyPages } from "./named_bytes.ts";
import { ownerOf } from "./stored_media.ts";

/** Options of {@link copyMedia}. */
export interface CopyMediaOptions {
  /** Slug of the organization whose files are copied. Default: all files. */
  organizationSlug?: string | undefined;
  /** Stops the copy. Files in progress are completed, and no new file is started. */
  signal?: AbortSignal;
  /** Called with the numbers so far, after each group of files. */
  onProgress?: (copied: CopiedMedia) => void;
}

/** Result of {@link copyMedia}. Copies of pictures count as files. */
export interface CopiedMedia {
  /** Number of files that were copied. */
  copied: number;
  /** Number of bytes that were copied. */
  bytes: number;
  /** Number of files that the target had already, with the same number of bytes. */
  unchanged: number;
  /** False if the signal stopped the copy. */
  isComplete: boolean;
}

/** Maximum number of files that are looked at or copied at a time. */
const filesAtOnce = 16;
/** Maximum number of bytes of the files that are copied at a time. A larger file is copied alone. */
const bytesAtOnce = 32_000_000;

/**
 * Copies the bytes of files into another media store, with their keys. It leaves out files that the target has with the same number of bytes, so
 * call it again to continue an interrupted copy. It deletes nothing. The records of the files are in the API's storage.
 *
 * @throws {Error} if a media store does not respond
 *
 * @example
 * ```ts
 * import { copyMedia } from "postern/media";
 * import { openMediaStore } from "postern/media-stores";
 *
 * const copy = async (): Promise<number> => {
 *   const { copied } = await copyMedia(await openMediaStore("fs:media"), await openMediaStore("s3:https://s3.example/bucket"));
 *   return copied;
 * };
 * ```
 */
export async function copyMedia(
  from: MediaBytes,
  to: MediaBytes,
  { organizationSlug, signal, onProgress }: CopyMediaOptions = {},
): Promise<CopiedMedia> {
  const result: CopiedMedia = { copied: 0, bytes: 0, unchanged: 0, isComplete: true };
  for await (const keys of keyPages(from)) {
    const wanted = keys.filter(
      (key) => organizationSlug === undefined || ownerOf(key).organizationSlug === organizationSlug,
    );
    for (let start = 0; start < wanted.length; start += filesAtOnce) {
      const missing = await findMissing(from, to, wanted.slice(start, start + filesAtOnce));
      for (const group of groupsOf(missing.files)) {
        if (signal?.aborted) return { ...result, isComplete: false };
        const sizes = await Promise.all(group.map(({ key }) => copyFile(from, to, key)));
        for (const size of sizes) {
          if (size === null) continue;
          result.copied++;
          result.bytes += size;
        }
      }
      result.unchanged += missing.unchanged;
      onProgress?.(result);
    }
  }
  return result;
}

interface SizedFile {
  key: string;
  size: number;
}

/** Returns the files that the target lacks, and the number of the others. A file that was removed from the source since it was listed is neither. */
async function findMissing(
  from: MediaBytes,
  to: MediaBytes,
  keys: readonly string[],
): Promise<{ files: SizedFile[]; unchanged: number }> {
  const files: SizedFile[] = [];
  let unchanged = 0;
  await Promise.all(
    keys.map(async (key) => {
      const [size, present] = await Promise.all([from.size(key), to.size(key)]);
      if (size === null) return;
      if (size === present) unchanged++;
      else files.push({ key, size });
    }),
  );
  return { files, unchanged };
}

/** Splits files into groups that fit into memory. */
function groupsOf(files: readonly SizedFile[]): SizedFile[][] {
  const groups: SizedFile[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    bytes += file.size;
    if (bytes <= bytesAtOnce) groups.at(-1)?.push(file);
    else {
      groups.push([file]);
      bytes = file.size;
    }
  }
  return groups;
}

/** Copies a file, and returns the number of its bytes. Null if the source no longer has it. */
async function copyFile(from: MediaBytes, to: MediaBytes, key: string): Promise<number | null> {
  const body = await from.get(key);
  if (body === null) return null;
  // A store reads the body again after an error of its service, so a stream does not suffice.
  const blob = await new Response(body).blob();
  await to.put(key, blob);
  return blob.size;
}
