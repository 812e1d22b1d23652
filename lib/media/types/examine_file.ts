import { UnsupportedFileError } from "../../base/file_errors.ts";
import type { ExaminedFile } from "./examined_file.ts";

/**
 * Checks a file by its content, and cuts the metadata out of pictures. The name is only used in messages.
 *
 * @throws {UnsupportedFileError} if the type is not supported, or a picture is too large
 * @throws {DamagedFileError} if the file is incomplete or breaks the rules of its format
 */
export function examineFile(bytes: Uint8Array<ArrayBuffer>, { name }: { name: string }): ExaminedFile {
  throw new UnsupportedFileError(name, `is not of a supported type (${bytes.length} bytes)`);
}
