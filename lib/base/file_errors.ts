import { echoed } from "./text/echoed.ts";

/** The type of an uploaded file is not supported, or its content is not allowed. Over HTTP: 422. */
export class UnsupportedFileError extends Error {
  override name = "UnsupportedFileError";

  /** @param reason the predicate of the message, such as "is not of a supported type. Send a PNG picture" */
  constructor(file: string, reason: string) {
    super(`Cannot store the file: "${echoed(file)}" ${reason}`);
  }
}

/** An uploaded file is incomplete, or breaks the rules of its format. Over HTTP: 422. */
export class DamagedFileError extends Error {
  override name = "DamagedFileError";

  /** @param reason the predicate of the message, such as "is no complete PNG picture: it has no end" */
  constructor(file: string, reason: string) {
    super(`Cannot store the file: "${echoed(file)}" ${reason}. Export the file again, and send all of it`);
  }
}

/** Returns true if a file was refused because of its content. */
export function isRefusedFile(error: unknown): error is UnsupportedFileError | DamagedFileError {
  return error instanceof UnsupportedFileError || error instanceof DamagedFileError;
}
