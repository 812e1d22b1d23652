import { EncodingError } from "../../base/text/declared_encoding.ts";
import { TextTooLargeError, TextWorkerBusyError, TextWorkStoppedError } from "../../base/text_work_errors.ts";
import { ImportError } from "../import_error.ts";
import type { Place, SkippedItem } from "../import_item.ts";
import { DamagedFileError } from "../uploads/zip/damaged_file_error.ts";
import { UploadError } from "../uploads/upload_error.ts";

/** Errors that only a bug throws. */
const defects = [RangeError, ReferenceError, SyntaxError, TypeError, URIError];
const refusals = [TextTooLargeError, TextWorkerBusyError, TextWorkStoppedError];

/**
 * Returns the skipped item of a file whose reading failed for any reason. The other files are read.
 *
 * @param place the file, and the line if the error has none
 * @throws the error if it is about the whole upload
 */
export function skippedFile(error: unknown, place: Place): SkippedItem {
  const reason = reasonOfFile(error);
  const skipped = (category: string, at: Place): SkippedItem => ({
    kind: "skipped",
    category,
    reason,
    place: at,
  });
  if (error instanceof EncodingError) return skipped("encoding", placeOf(error, place.file));
  if (error instanceof ImportError) return skipped("unreadable-file", error.place);
  const isTooLarge = refusals.some((refusal) => error instanceof refusal);
  return skipped(isTooLarge ? "too-large" : "unreadable-file", place);
}

/**
 * Returns the reason why a file cannot be read, as a clause.
 *
 * @throws the error if it is about the whole upload
 */
export function reasonOfFile(error: unknown): string {
  if (error instanceof DamagedFileError || error instanceof ImportError) return error.reason;
  if (error instanceof UploadError) throw error;
  if (defects.some((defect) => error instanceof defect))
    return `its reader failed, which is a bug of Postern: ${String(error)}`;
  return error instanceof Error ? error.message : String(error);
}

/** Returns the place of the first invalid byte of a file. */
export function placeOf({ line }: EncodingError, file: string): Place {
  return line === undefined ? { file } : { file, line };
}
