import { UploadError } from "../upload_error.ts";

/** A file of a zip cannot be unpacked. The other files can be read. */
export class DamagedFileError extends UploadError {
  override name = "DamagedFileError";
  /** The reason as a clause. */
  readonly reason: string;

  constructor(reason: string) {
    super(`A file of the zip cannot be read: ${reason}. Create the zip again, and upload the new file.`);
    this.reason = reason;
  }
}
