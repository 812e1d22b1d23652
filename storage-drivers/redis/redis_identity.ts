import { randomBytes } from "node:crypto";
import { setImmediate as endOfTick } from "node:timers/promises";
import {
  type Changes,
  type Committed,
  type Conflict,
  identityAddress,
  newIdentity,
  StoreReplacedError,
  type Versioned,
} from "../../lib/store/mod.ts";

/** How a {@link RedisIdentity} reaches the server. */
export interface RedisIdentityParts {
  read(partition: string, key: string): Promise<Versioned | null>;
  commit(partition: string, changes: Changes): Promise<Committed | Conflict>;
}

/** Milliseconds between two checks while every record that is read exists. */
const checkInterval = 1000;

/** Checks by the store's id that Redis still holds the store that this process used first. */
export class RedisIdentity {
  readonly #parts: RedisIdentityParts;
  #id: string | undefined;
  /** One attempt: a read-only server refuses each, and the client then looks for another server. */
  #mayCreate = true;
  #isReplaced = false;
  #unsent: Promise<void> | undefined;
  #lastCheck = -Infinity;

  constructor(parts: RedisIdentityParts) {
    this.#parts = parts;
  }

  /** Whether the last check found another store. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /**
   * Reads the id, once for all callers of a turn of the event loop.
   *
   * @throws {StoreReplacedError} when Redis was emptied, or has the id of another store
   * @throws {RedisStoreError} when Redis does not answer
   */
  assertSame(): Promise<void> {
    // A check that was sent before the caller read is too old for it.
    return (this.#unsent ??= endOfTick().then(() => {
      this.#unsent = undefined;
      return this.#check();
    }));
  }

  /** Checks at most once a second, without a wait for the result: see {@link isReplaced}. */
  checkLately(now: number): void {
    if (Math.abs(now - this.#lastCheck) < checkInterval) return;
    this.#lastCheck = now;
    this.assertSame().catch(() => undefined);
  }

  async #check(): Promise<void> {
    const known = this.#id;
    const found = (await this.#read()) ?? (known === undefined ? await this.#create() : undefined);
    this.#id ??= found;
    this.#isReplaced = known !== undefined && found !== known;
    if (this.#isReplaced) {
      throw new StoreReplacedError("in Redis", found === undefined ? "was emptied" : "was replaced");
    }
  }

  async #read(): Promise<string | undefined> {
    const record = await this.#parts.read(identityAddress.partition, identityAddress.key);
    const id = record?.value["id"];
    return typeof id === "string" ? id : undefined;
  }

  /** Writes the id of a store without one. Of several processes that do so together, one succeeds. */
  async #create(): Promise<string | undefined> {
    if (!this.#mayCreate) return undefined;
    this.#mayCreate = false;
    const { partition, key } = identityAddress;
    const changes = { checks: [{ key, exists: false }], sets: [{ key, value: newIdentity(randomBytes) }] };
    const isWritable = await this.#parts.commit(partition, changes).then(
      () => true,
      () => false,
    );
    return isWritable ? this.#read() : undefined;
  }
}
