/** The storage cannot list its records. */
export class NotInspectableError extends Error {
  override name = "NotInspectableError";

  constructor(storage: string) {
    super(
      `Cannot inspect the store: the driver "${storage}" cannot list its records. ` +
        "Inspect a copy: `postern migrate` copies it to lmdb:DIRECTORY",
    );
  }
}
