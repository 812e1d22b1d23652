/** The front matter of a file is invalid. */
export class FrontMatterError extends Error {
  override name = "FrontMatterError";
  /** Line number in the file, starting at 1. */
  readonly line: number;
  /** The message without the name of the action. */
  readonly reason: string;

  constructor(reason: string, line: number, cause?: unknown) {
    super(`Cannot read the front matter: ${reason}`, { cause });
    this.line = line;
    this.reason = reason;
  }
}
