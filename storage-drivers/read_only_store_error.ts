/** A change of a store that was opened only for reading. */
export class ReadOnlyStoreError extends Error {
  override name = "ReadOnlyStoreError";

  constructor() {
    super("Cannot write to the store: it was opened read-only");
  }
}
