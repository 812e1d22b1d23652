/** An uploaded file cannot be imported. The message is a sentence for its sender. */
export class UploadError extends Error {
  override name = "UploadError";
}
