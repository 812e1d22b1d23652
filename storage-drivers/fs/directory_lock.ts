import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { privateFile } from "../private_files.ts";
import { systemErrorCode } from "../system_error_text.ts";
import { type ProcessIdentity, stateOf, thisProcess } from "./process_identity.ts";

/** Another process uses the directory. */
export class DirectoryLockedError extends Error {
  override name = "DirectoryLockedError";
  /** The number of the process that holds the lock, where its file can be read. */
  readonly pid: number | undefined;

  constructor(directory: string, file: string, holder: ProcessIdentity | undefined) {
    super(`Cannot open the store: ${directory} is locked by ${describe(file, holder)}`);
    this.pid = holder?.pid;
  }
}

/** A lock that this process took. */
export interface DirectoryLock {
  /** Whether the lock is there still: an operator may have removed its file. */
  isHeld(): boolean;
  release(): void;
}

/** How often a lock that was left behind is cleared away, when others do the same at the same time. */
const attempts = 10;

/**
 * Takes the lock of a directory: a file that names its holder. One left behind by a process that is
 * dead is taken over.
 *
 * @throws {DirectoryLockedError} when the holder runs, or may run on another host
 */
export function lockDirectory(directory: string, file: string): DirectoryLock {
  const own = `${file}.${randomUUID()}`;
  const text = `${JSON.stringify({ ...thisProcess(), lock: randomUUID() }, null, 2)}\n`;
  try {
    // A link appears with its content, so no one sees a lock that names nobody.
    writeFileSync(own, text, { flag: "wx", flush: true, mode: privateFile });
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (tryToLink(own, file)) return heldLock(file, text);
      clearStaleLock(directory, file, own);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new DirectoryLockedError(directory, file, parse(readLock(file)));
}

/**
 * Refuses a directory that another process may change.
 *
 * @throws {DirectoryLockedError} when the holder of its lock runs, or may run on another host
 */
export function refuseLocked(directory: string, file: string): void {
  const text = readLock(file);
  if (text === undefined) return;
  const holder = parse(text);
  if (holder === undefined || stateOf(holder) !== "dead") {
    throw new DirectoryLockedError(directory, file, holder);
  }
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
  const text = readLock(file);
  if (text === undefined) return;
  const holder = parse(text);
  if (holder === undefined || stateOf(holder) !== "dead") {
    throw new DirectoryLockedError(directory, file, holder);
  }
  const aside = `${own}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return;
    throw error;
  }
  // Another process may have cleared the dead one's lock and taken its own meanwhile: that one goes back.
  if (readLock(aside) !== text) tryToLink(aside, file);
  rmSync(aside, { force: true });
}

function heldLock(file: string, text: string): DirectoryLock {
  const isHeld = (): boolean => readLock(file) === text;
  return { isHeld, release: () => isHeld() && rmSync(file, { force: true }) };
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
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
  if (holder === undefined) return `an unknown process; remove ${file} if there is none`;
  if (stateOf(holder) !== "unknown") return `process ${holder.pid}`;
  return `process ${holder.pid} of the host ${holder.host}; remove ${file} if that process has ended`;
}
