/** A commit to a store that was opened read-only. */
export class ReadOnlyStoreError extends Error {
  override name = "ReadOnlyStoreError";
  readonly isRefusal = true;

  constructor() {
    super("Cannot write to the store: it was opened read-only");
  }
}
