import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { privateDirectory } from "../private_files.ts";
import { systemErrorCode } from "../system_error_text.ts";
import { isRecord, parseRecord } from "./record_file.ts";
import { syncDirectorySync } from "./sync.ts";

/** One change of a commit: a file that takes a record's place, or a record's file that goes. */
export type FileChange =
  | { file: string; from: string }
  /** The version makes sure that an intent that comes back after a power loss deletes nothing newer. */
  | { file: string; version: string };

/** What a commit of several records is about to do. From when it is on the disk, the commit has happened. */
export interface Intent {
  changes: FileChange[];
}

/** The file of the commit under way. */
export function intentFile(pending: string): string {
  return join(pending, "intent.json");
}

/** The text of an intent. Its paths are relative, so that a directory can be moved between two starts. */
export function formatIntent(root: string, { changes }: Intent): string {
  const relatives = changes.map((change) => ({
    ...change,
    file: relative(root, change.file),
    ...("from" in change ? { from: relative(root, change.from) } : {}),
  }));
  return `${JSON.stringify({ changes: relatives }, null, 2)}\n`;
}

/**
 * Finishes the commit that was under way when the last process ended: all of it when its intent is
 * whole, and nothing of it otherwise. To do it twice does no harm.
 */
export function replayIntent(root: string, pending: string): void {
  const file = intentFile(pending);
  const intent = readIntent(root, file);
  if (intent?.changes.every(isWhole)) {
    for (const change of intent.changes) redo(change);
    for (const directory of new Set(intent.changes.map(({ file }) => dirname(file)))) {
      if (existsSync(directory)) syncDirectorySync(directory);
    }
  }
  rmSync(file, { force: true });
}

/** Refuses a directory with a commit that was under way when the last process ended: some of its files are old, some new. */
export function refuseUnfinished(pending: string): void {
  const file = intentFile(pending);
  if (!existsSync(file)) return;
  throw new Error(
    `Cannot open the store read-only: ${file} describes a change that was interrupted. Open it once where it can be written: postern doctor`,
  );
}

/** A file that is not there has taken its place already; one that is there must hold a record. */
function isWhole(change: FileChange): boolean {
  if (!("from" in change)) return true;
  const text = readIfPresent(change.from);
  return text === undefined || isRecord(text);
}

function redo(change: FileChange): void {
  if ("from" in change) {
    if (!existsSync(change.from)) return;
    mkdirSync(dirname(change.file), { recursive: true, mode: privateDirectory });
    renameSync(change.from, change.file);
    return;
  }
  const text = readIfPresent(change.file);
  if (text !== undefined && isOfVersion(text, change.version)) rmSync(change.file);
}

/** A delete of a damaged record names no version. */
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

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
