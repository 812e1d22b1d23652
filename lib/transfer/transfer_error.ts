/** What is to be imported is no whole export, or cannot be put into this store. */
export class TransferError extends Error {
  override name = "TransferError";
  /** The line, from 1 on, where it is one line's fault. */
  readonly line: number | undefined;
  /** The message without what was attempted. */
  readonly reason: string;

  constructor(reason: string, { line, cause }: { line?: number; cause?: unknown } = {}) {
    super(`Cannot import${line === undefined ? "" : ` line ${line}`}: ${reason}`, { cause });
    this.line = line;
    this.reason = `${line === undefined ? "" : `line ${line}: `}${reason}`;
  }
}
