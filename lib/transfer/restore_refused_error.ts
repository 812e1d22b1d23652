/** A restore was not begun: the store holds something, or the backup cannot be restored. */
export class RestoreRefusedError extends Error {
  override name = "RestoreRefusedError";

  constructor(reason: string) {
    super(`Cannot restore: ${reason}`);
  }
}
