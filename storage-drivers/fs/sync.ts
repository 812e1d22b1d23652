import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { privateFile } from "../private_files.ts";
import { systemErrorCode } from "../system_error_text.ts";

/** Writes a new file, and, when asked to, waits until its content is on the disk. */
export async function writeNewFile(file: string, text: string, fsync: boolean): Promise<void> {
  const handle = await open(file, "wx", privateFile);
  try {
    await handle.writeFile(text);
    if (fsync) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the names in a directory are on the disk. Of one that is gone, its parent's names are. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return; // Windows opens no directories, and keeps names by itself.
  try {
    const handle = await open(directory, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
    await syncDirectory(dirname(directory));
  }
}

/** The same, for use before the store is open. */
export function syncDirectorySync(directory: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file so that either the old or the new content is there, and waits for the disk. */
export function replaceFileSync(file: string, text: string): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { flush: true, mode: privateFile });
  renameSync(temporary, file);
  syncDirectorySync(dirname(file));
}
