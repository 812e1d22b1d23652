import { readdirSync } from "node:fs";

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
