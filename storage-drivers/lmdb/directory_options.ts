import { privateFile } from "../private_files.ts";

/**
 * Options of lmdb-js for a directory whose files are for the owner only. Without `noSubdir`, a directory with a dot in its name would be
 * taken for a file. The types of lmdb-js leave `permissionsMode` out.
 */
export const directoryOptions: { permissionsMode: number; noSubdir: boolean } = {
  permissionsMode: privateFile,
  noSubdir: false,
};
