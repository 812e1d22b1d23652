import { privateFile } from "../../directory/private_files.ts";

/**
 * Options of lmdb-js for a directory whose files only the owner can access. Without `noSubdir`, lmdb-js takes a directory with a dot in its
 * name for a file. The types of lmdb-js omit `permissionsMode`.
 */
export const directoryOptions: { permissionsMode: number; noSubdir: boolean } = {
  permissionsMode: privateFile,
  noSubdir: false,
};
