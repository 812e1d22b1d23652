import { linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { privateFile } from "../directory/private_files.ts";
import { systemErrorCode } from "../directory/system_error_text.ts";
import { type ProcessIdentity, stateOf, thisProcess } from "./process_identity.ts";
import { readIfPresent } from "../directory/read_if_present.ts";

/** A directory that another process uses. */
export class DirectoryLockedError extends Error {
  override name = "DirectoryLockedError";
  /** Id of the process that holds the lock, or undefined if the lock file cannot be read. */
  readonly pid: number | undefined;

  constructor(directory: string, file: string, holder: ProcessIdentity | undefined) {
    super(`Cannot open the store: ${directory} is locked by ${describe(file, holder)}`);
    this.pid = holder?.pid;
  }
}

/** A lock that this process has taken. */
export interface DirectoryLock {
  /** True while the lock file exists. An operator may remove it. */
  isHeld(): boolean;
  release(): void;
}

/** Maximum attempts to clear a stale lock while other processes do the same. */
const attempts = 10;

/**
 * Takes the lock of a directory: a file that names its holder. Replaces the lock of a dead process.
 *
 * @throws {DirectoryLockedError} when the holder runs, or may run on another host
 */
export function lockDirectory(directory: string, file: string): DirectoryLock {
  const own = `${file}.${randomUUID()}`;
  const text = `${JSON.stringify({ ...thisProcess(), lock: randomUUID() }, null, 2)}\n`;
  try {
    // A link appears together with its content, so other processes never read an empty lock.
    writeFileSync(own, text, { flag: "wx", flush: true, mode: privateFile });
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (tryToLink(own, file)) return heldLock(file, text);
      clearStaleLock(directory, file, own);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new DirectoryLockedError(directory, file, parse(readIfPresent(file)));
}

/**
 * Refuses a directory that another process may change.
 *
 * @throws {DirectoryLockedError} when the holder of its lock runs, or may run on another host
 */
export function refuseLocked(directory: string, file: string): void {
  findStaleLock(directory, file);
}

/** Returns the text of a dead process's lock, or undefined if there is no lock. */
function findStaleLock(directory: string, file: string): string | undefined {
  const text = readIfPresent(file);
  const holder = parse(text);
  if (text === undefined || (holder !== undefined && stateOf(holder) === "dead")) return text;
  throw new DirectoryLockedError(directory, file, holder);
}

function tryToLink(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function clearStaleLock(directory: string, file: string, own: string): void {
  const text = findStaleLock(directory, file);
  if (text === undefined) return;
  const aside = `${own}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return;
    throw error;
  }
  // If another process has cleared the stale lock and taken its own, this restores the new lock.
  if (readIfPresent(aside) !== text) tryToLink(aside, file);
  rmSync(aside, { force: true });
}

function heldLock(file: string, text: string): DirectoryLock {
  const isHeld = (): boolean => readIfPresent(file) === text;
  return { isHeld, release: () => isHeld() && rmSync(file, { force: true }) };
}

function parse(text: string | undefined): ProcessIdentity | undefined {
  try {
    const holder = JSON.parse(text ?? "") as Partial<ProcessIdentity> | null;
    const isHolder = typeof holder?.pid === "number" && typeof holder.host === "string";
    return isHolder ? (holder as ProcessIdentity) : undefined;
  } catch {
    return undefined;
  }
}

function describe(file: string, holder: ProcessIdentity | undefined): string {
  if (holder === undefined) return `an unknown process. Remove ${file} if no process uses the directory`;
  if (stateOf(holder) !== "unknown") return `process ${holder.pid}`;
  return `process ${holder.pid} of the host ${holder.host}. Remove ${file} if that process has ended`;
}
