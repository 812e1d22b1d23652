import { randomBytes } from "node:crypto";
import { type Changes, identityAddress, newIdentity, StoreReplacedError } from "../../../lib/store/mod.ts";

/**
 * The id of the store, as the text of its record. Every response of the database has it, so this process never continues on a
 * different store. A write to a different store is refused by the database itself.
 */
export class StoreIdentity {
  #text: string | null = null;

  /** The id that this process has found first, or null before that. */
  get expected(): string | null {
    return this.#text;
  }

  /** The changes that give a new store its id. If several processes send them, one succeeds. */
  static changes(): Changes {
    const { key } = identityAddress;
    return { checks: [{ key, exists: false }], sets: [{ key, value: newIdentity(randomBytes) }] };
  }

  /** Keeps the id that was found, unless there is one. */
  keep(found: string | null): void {
    this.#text ??= found;
  }

  /** @throws {StoreReplacedError} when a response has a different id, or none */
  assertSame(found: string | null | undefined): void {
    if (found === this.#text) return;
    throw new StoreReplacedError(
      "in PostgreSQL",
      found === null || found === undefined ? "was emptied" : "was replaced",
    );
  }
}
