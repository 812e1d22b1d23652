/** The export is incomplete or invalid, or cannot be imported into this store. */
export class TransferError extends Error {
  override name = "TransferError";
  /** Number of the line that caused the error, from 1, or undefined. */
  readonly line: number | undefined;
  /** The message without its beginning "Cannot import". */
  readonly reason: string;

  constructor(reason: string, { line, cause }: { line?: number; cause?: unknown } = {}) {
    super(`Cannot import${line === undefined ? "" : ` line ${line}`}: ${reason}`, { cause });
    this.line = line;
    this.reason = `${line === undefined ? "" : `line ${line}: `}${reason}`;
  }
}
