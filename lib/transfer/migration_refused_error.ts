/** A migration was not begun: the target holds something, the source nothing, or they are one store. */
export class MigrationRefusedError extends Error {
  override name = "MigrationRefusedError";

  constructor(reason: string) {
    super(`Cannot migrate: ${reason}`);
  }
}
