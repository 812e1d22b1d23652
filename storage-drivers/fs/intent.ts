import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { makeDirectory } from "../directory/make_directory.ts";
import { isRecord, parseRecord } from "./record_file.ts";
import { syncDirectorySync } from "../directory/sync.ts";
import { readIfPresent } from "../directory/read_if_present.ts";

/** One change of a commit: a file that replaces a record's file, or a record's file to delete. */
export type FileChange =
  | { file: string; from: string }
  /** After a power loss, an old intent may reappear. The version prevents it from deleting a newer record. */
  | { file: string; version: string };

/** The changes of a commit of several records. The commit succeeds as soon as the intent is on disk. */
export interface Intent {
  changes: FileChange[];
}

/** Returns the file of the pending commit's intent. */
export function intentFile(pending: string): string {
  return join(pending, "intent.json");
}

/** Returns the text of an intent. Its paths are relative, so that the directory can be moved while the store is closed. */
export function formatIntent(root: string, { changes }: Intent): string {
  const relatives = changes.map((change) => ({
    ...change,
    file: relative(root, change.file),
    ...("from" in change ? { from: relative(root, change.from) } : {}),
  }));
  return `${JSON.stringify({ changes: relatives }, null, 2)}\n`;
}

/**
 * Finishes the commit that was interrupted by an error or the end of a process. Applies all of it if the intent is complete, and nothing otherwise.
 * Replaying twice is harmless.
 */
export function replayIntent(root: string, pending: string): void {
  const file = intentFile(pending);
  const intent = readIntent(root, file);
  if (intent?.changes.every(isWhole)) {
    for (const change of intent.changes) redo(change);
    for (const directory of new Set(intent.changes.map(({ file }) => dirname(file))))
      syncDirectorySync(directory);
  }
  rmSync(file, { force: true });
}

/** Refuses a directory with a commit that was pending when the last process ended, because only some of its files may be new. */
export function refuseUnfinished(pending: string): void {
  const file = intentFile(pending);
  if (!existsSync(file)) return;
  throw new Error(
    `Cannot open the store read-only: ${file} describes an interrupted change. Run "postern doctor" once where the directory can be written`,
  );
}

/** True if a change can be applied. A missing source file has already been moved; an existing source file must contain a record. */
function isWhole(change: FileChange): boolean {
  if (!("from" in change)) return true;
  const text = readIfPresent(change.from);
  return text === undefined || isRecord(text);
}

function redo(change: FileChange): void {
  if ("from" in change) {
    // `existsSync` would also return false for an error of the disk.
    if (statSync(change.from, { throwIfNoEntry: false }) === undefined) return;
    makeDirectory(dirname(change.file));
    renameSync(change.from, change.file);
    return;
  }
  const text = readIfPresent(change.file);
  if (text !== undefined && isOfVersion(text, change.version)) rmSync(change.file);
}

/** True if a record has the version to delete. The version is empty for a damaged record. */
function isOfVersion(text: string, version: string): boolean {
  return isRecord(text) ? parseRecord(text).version === version : version === "";
}

function readIntent(root: string, file: string): Intent | undefined {
  const text = readIfPresent(file);
  if (text === undefined) return undefined;
  try {
    const { changes } = JSON.parse(text) as Intent;
    return {
      changes: changes.map((change) => ({
        ...change,
        file: join(root, change.file),
        ...("from" in change ? { from: join(root, change.from) } : {}),
      })),
    };
  } catch {
    return undefined;
  }
}
