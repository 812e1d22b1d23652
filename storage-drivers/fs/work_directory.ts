import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { makeDirectory } from "../directory/make_directory.ts";
import { privateFile } from "../directory/private_files.ts";
import { replaceFileSync } from "../directory/sync.ts";
import { readIfPresent } from "../directory/read_if_present.ts";

/** The paths of a store's internal files. */
export interface WorkDirectory {
  /** Directory of unfinished files and the intent of the pending commit. */
  pending: string;
  /** Directory of the expiry log. */
  expiring: string;
  lock: string;
  epoch: string;
}

/** Returns the paths of a store's internal files, also if they do not exist. */
export function workDirectoryOf(root: string): WorkDirectory {
  const base = join(root, ".postern");
  return {
    pending: join(base, "pending"),
    expiring: join(base, "expiring"),
    lock: join(base, "lock.json"),
    epoch: join(base, "epoch.json"),
  };
}

/** Creates the internal directories, in a directory that git ignores. */
export function makeWorkDirectory(root: string): WorkDirectory {
  const work = workDirectoryOf(root);
  for (const directory of [work.pending, work.expiring]) makeDirectory(directory);
  writeFileSync(join(root, ".postern", ".gitignore"), "*\n", { mode: privateFile });
  return work;
}

/** Removes the unfinished files of an earlier process, or of an interrupted commit. */
export function clearPending({ pending }: Pick<WorkDirectory, "pending">): void {
  for (const name of readdirSync(pending)) rmSync(join(pending, name), { recursive: true, force: true });
}

/**
 * Starts a new epoch of versions, and writes it to disk before it is used. The random part distinguishes the versions of two copies of a
 * directory.
 */
export function beginEpoch({ epoch: file }: WorkDirectory): string {
  const number = readEpoch(file) + 1;
  replaceFileSync(file, `${JSON.stringify({ epoch: number })}\n`);
  return `${number}-${randomBytes(4).toString("hex")}`;
}

function readEpoch(file: string): number {
  try {
    const { epoch } = JSON.parse(readIfPresent(file) ?? "{}") as { epoch?: unknown };
    return typeof epoch === "number" && Number.isSafeInteger(epoch) ? epoch : 0;
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}
