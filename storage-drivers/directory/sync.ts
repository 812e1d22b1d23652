import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { privateFile } from "./private_files.ts";
import { systemErrorCode } from "./system_error_text.ts";

/** Writes a new file. With `fsync`, waits until its content is on disk. */
export async function writeNewFile(file: string, text: string, fsync: boolean): Promise<void> {
  const handle = await open(file, "wx", privateFile);
  try {
    await handle.writeFile(text);
    if (fsync) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until a file is on disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the names in a directory are on disk. If the directory was removed, flushes its parent instead. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return; // Windows cannot open directories, and flushes names itself.
  try {
    await syncFile(directory);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
    await syncDirectory(dirname(directory));
  }
}

/** Like {@link syncDirectory}, but synchronous, for the recovery of an interrupted commit. */
export function syncDirectorySync(directory: string): void {
  if (process.platform === "win32") return;
  try {
    syncFileSync(directory, "r");
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
    syncDirectorySync(dirname(directory));
  }
}

/**
 * Waits until a file or directory is on disk.
 *
 * @param change changes the open file before
 */
export function syncFileSync(path: string, flags: "r" | "r+", change?: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags);
  try {
    change?.(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file atomically, and waits for the disk. */
export function replaceFileSync(file: string, text: string): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { flush: true, mode: privateFile });
  renameSync(temporary, file);
  syncDirectorySync(dirname(file));
}
