import { type Markup, EncodingError } from "../base/text/declared_encoding.ts";
import { FileDecoder } from "../base/text/file_decoder.ts";
import { ImportError } from "./import_error.ts";
import { placeOf } from "./files/skipped_file.ts";

/** Decodes the file of an {@link ImportSource} in chunks. */
export class SourceDecoder {
  readonly #decoder: FileDecoder;
  readonly #file: string;

  /** @param markup the format whose declaration of the encoding counts. Default: none */
  constructor(file: string, markup?: Markup) {
    this.#decoder = new FileDecoder(markup);
    this.#file = file;
  }

  /** @throws {ImportError} if the file is no text in its encoding */
  decode(...chunk: Parameters<FileDecoder["decode"]>): string {
    try {
      return this.#decoder.decode(...chunk);
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error;
      throw new ImportError(placeOf(error, this.#file), error.message, error);
    }
  }
}
