/** A restore was not started: the store is not empty, or the backup cannot be restored. */
export class RestoreRefusedError extends Error {
  override name = "RestoreRefusedError";

  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`Cannot restore: ${reason}`, options);
  }
}
