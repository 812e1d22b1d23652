import { existsSync, readdirSync } from "node:fs";
import { FileStoreError } from "./file_store_error.ts";
import { MissingStoreError } from "../opening/missing_store_error.ts";
import { systemErrorCode } from "./system_error_text.ts";

/** A directory holds no store, but files of another program. */
export class ForeignFilesError extends Error {
  override name = "ForeignFilesError";
}

/**
 * Refuses a directory without a store that holds files. Hidden files and `lost+found`, the directory of file system checks, do not count.
 *
 * @param isOwn returns true for the names of files that an interrupted first start leaves
 * @throws {ForeignFilesError} with the name of a file
 */
export function refuseForeignFiles(directory: string, isOwn: (name: string) => boolean): void {
  const foreign = readdirSync(directory).find(
    (name) => !name.startsWith(".") && name !== "lost+found" && !isOwn(name),
  );
  if (foreign === undefined) return;
  throw new ForeignFilesError(
    `Cannot open the store: ${directory} holds no store, but files of another program, such as ${foreign}. Name a new or empty directory, or the directory of a store`,
  );
}

/**
 * Refuses a directory that holds no store and must hold one.
 *
 * @throws {ForeignFilesError} with the name of a file of another program
 * @throws {MissingStoreError} if there is no such file
 */
export function refuseMissingStore(directory: string, isOwn: (name: string) => boolean): never {
  try {
    if (existsSync(directory)) refuseForeignFiles(directory, isOwn);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    throw new FileStoreError("Cannot open the store", directory, error);
  }
  throw new MissingStoreError();
}
