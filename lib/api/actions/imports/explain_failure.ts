import { formatPlace, ImportError } from "../../../import/mod.ts";
import { UploadError } from "../../../import/uploads/mod.ts";

/**
 * Returns the reason of a failed import in words for its sender.
 *
 * @param onUnexpected called with an error of the server, whose reason is not shown
 */
export function explainFailure(error: unknown, onUnexpected: (error: unknown) => void): string {
  if (error instanceof UploadError) return error.message;
  if (error instanceof ImportError) {
    return `The file cannot be read at ${formatPlace(error.place)}: ${error.reason}.`;
  }
  onUnexpected(error);
  return "The server had an error. Import the file again: posts that exist are left unchanged.";
}
