/** A restore was not started: the store is not empty, or the backup cannot be restored. */
export class RestoreRefusedError extends Error {
  override name = "RestoreRefusedError";

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`Cannot restore: ${reason}`, options);
  }
}

/** A migration was not started: the target is not empty, the source is empty, or both are the same store. */
export class MigrationRefusedError extends Error {
  override name = "MigrationRefusedError";

  constructor(reason: string) {
    super(`Cannot migrate: ${reason}`);
  }
}

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
