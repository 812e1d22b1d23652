import { privateFile } from "../private_files.ts";

/** The option of lmdb-js for the mode of the files that it creates; its types leave the option out. */
export const forOwnerOnly: { permissionsMode: number } = { permissionsMode: privateFile };
