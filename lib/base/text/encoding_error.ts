/** The bytes of a file are no text in its encoding, or in no encoding that is read. The message is the reason as a clause. */
export class EncodingError extends Error {
  override name = "EncodingError";
  /** Line of the first invalid byte, starting at 1. Undefined if the whole file is refused. */
  readonly line: number | undefined;

  constructor(reason: string, { line, cause }: { line?: number; cause?: unknown } = {}) {
    super(reason, { cause });
    this.line = line;
  }
}
