import { chmodSync, closeSync, fsyncSync, openSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { syncDirectorySync } from "../fs/sync.ts";
import { makeDirectory } from "../make_directory.ts";
import { privateFile } from "../private_files.ts";
import { repeatLatestMeta } from "./lmdb_meta.ts";

/** Copies the current state of an environment into a new directory, while processes write to it, and flushes the copy to the disk. */
export async function copyEnvironment(root: RootDatabase, directory: string): Promise<void> {
  makeDirectory(directory);
  await root.backup(directory, false);
  const file = join(directory, "data.mdb");
  chmodSync(file, privateFile);
  const descriptor = openSync(file, "r+");
  try {
    repeatLatestMeta(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  syncDirectorySync(directory);
}
