/** A store that must exist does not exist. Nothing was created. */
export class MissingStoreError extends Error {
  override name = "MissingStoreError";

  constructor() {
    super("Cannot open the store: it does not exist");
  }
}

/** True if an error says that a store does not exist. */
export function isMissingStore(error: unknown): boolean {
  return error instanceof Error && (error instanceof MissingStoreError || isMissingStore(error.cause));
}
