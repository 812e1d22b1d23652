/**
 * The HTML is longer than `maxInputLength`. It was not read.
 *
 * An invalid `maxInputLength` throws a plain `RangeError` instead.
 */
export class FaqInputTooLargeError extends RangeError {
  override readonly name: string = "FaqInputTooLargeError";
  /** The length of the input, in UTF-16 code units. */
  readonly length: number;
  /** The limit it exceeds, in UTF-16 code units. */
  readonly limit: number;

  constructor(length: number, limit: number) {
    super(
      `Cannot read the HTML: it is ${length} UTF-16 code units long, but the limit (maxInputLength) is ${limit}`,
    );
    this.length = length;
    this.limit = limit;
  }
}
