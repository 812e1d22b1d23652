/** A migration was not started: the target is not empty, the source is empty, or both are the same store. */
export class MigrationRefusedError extends Error {
  override name = "MigrationRefusedError";

  constructor(reason: string) {
    super(`Cannot migrate: ${reason}`);
  }
}
