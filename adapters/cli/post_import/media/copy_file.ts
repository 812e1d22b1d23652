import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, rename, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CliError } from "../../frame/exit/cli_error.ts";
import { openFound } from "./file_finder.ts";

/** Options of {@link copyFile}. */
export interface CopyFileOptions {
  folder: string;
  /** If true, only returns the name. */
  dryRun: boolean;
}

const longestName = 80;
/** Hexadecimal digits of the SHA-256 in a name: 80 bits. */
const hashDigits = 20;

/**
 * Copies a file into a folder, in chunks. Its name there is its own name with a hash
 * of its content. So two files never have one name, and a repeated import finds its copies.
 *
 * @returns the name of the copy
 * @throws {CliError} if the file cannot be read or written
 */
export async function copyFile(file: string, { folder, dryRun }: CopyFileOptions): Promise<string> {
  try {
    const handle = await openFound(file);
    try {
      const name = await nameOf(file, handle);
      if (!dryRun) await copy(handle, { folder, name });
      return name;
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new CliError(`Cannot copy ${file} to ${folder}: ${String(cause)}`, { cause });
  }
}

async function nameOf(file: string, handle: FileHandle): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 }))
    hash.update(chunk as Buffer);
  const extension = extname(file).toLowerCase();
  const own = basename(file, extname(file))
    .replace(/[^A-Za-z0-9_-]/g, "-")
    .replace(/^[-_]+/, "");
  return `${own.slice(0, longestName) || "file"}-${hash.digest("hex").slice(0, hashDigits)}${extension}`;
}

async function copy(handle: FileHandle, { folder, name }: { folder: string; name: string }): Promise<void> {
  const target = join(folder, name);
  const { size } = await handle.stat();
  const existing = await stat(target).catch(() => undefined);
  if (existing?.size === size) return;
  await mkdir(folder, { recursive: true });
  // A copy that is killed leaves no incomplete file with the final name.
  const part = `${target}.part`;
  await pipeline(handle.createReadStream({ autoClose: false, start: 0 }), createWriteStream(part));
  await rename(part, target);
}
