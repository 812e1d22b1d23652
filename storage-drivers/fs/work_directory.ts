import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { privateDirectory, privateFile } from "../private_files.ts";
import { systemErrorCode } from "../system_error_text.ts";
import { replaceFileSync } from "./sync.ts";

/** The places of a store that hold no records. */
export interface WorkDirectory {
  /** Files that are being written, and the intent of the commit under way. */
  pending: string;
  /** Which records expire on which day. */
  expiring: string;
  lock: string;
  epoch: string;
}

/** Returns the places of a store that hold no records, whether they exist or not. */
export function workDirectoryOf(root: string): WorkDirectory {
  const base = join(root, ".postern");
  return {
    pending: join(base, "pending"),
    expiring: join(base, "expiring"),
    lock: join(base, "lock.json"),
    epoch: join(base, "epoch.json"),
  };
}

/** Makes the directories that hold no records. They lie in one that git does not look into. */
export function makeWorkDirectory(root: string): WorkDirectory {
  const work = workDirectoryOf(root);
  for (const directory of [work.pending, work.expiring]) {
    mkdirSync(directory, { recursive: true, mode: privateDirectory });
  }
  writeFileSync(join(root, ".postern", ".gitignore"), "*\n", { mode: privateFile });
  return work;
}

/** Removes what an earlier process was writing when it ended. */
export function clearPending({ pending }: WorkDirectory): void {
  for (const name of readdirSync(pending)) rmSync(join(pending, name), { recursive: true, force: true });
}

/**
 * Begins a new epoch of versions, on the disk before it is used. The random part keeps the versions
 * of two copies of a directory apart.
 */
export function beginEpoch({ epoch: file }: WorkDirectory): string {
  const number = readEpoch(file) + 1;
  replaceFileSync(file, `${JSON.stringify({ epoch: number })}\n`);
  return `${number}-${randomBytes(4).toString("hex")}`;
}

function readEpoch(file: string): number {
  try {
    const { epoch } = JSON.parse(readFileSync(file, "utf8")) as { epoch?: unknown };
    return typeof epoch === "number" && Number.isSafeInteger(epoch) ? epoch : 0;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT" || error instanceof SyntaxError) return 0;
    throw error;
  }
}
