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

/** Options of a {@link RedisIdentity}. */
export interface RedisIdentityParts {
  /** False to write no id. */
  create: boolean;
  read(partition: string, key: string): Promise<Versioned | null>;
  commit(partition: string, changes: Changes): Promise<Committed | Conflict>;
}

/** Milliseconds between two checks while every record that is read exists. */
const checkInterval = 1000;

/** Checks the store's id, so that this process never continues on a different store. */
export class RedisIdentity {
  readonly #parts: RedisIdentityParts;
  #id: string | undefined;
  /** True until the first attempt to write an id. A read-only server refuses the write, and the client then looks for another server. */
  #mayCreate: boolean;
  #isReplaced = false;
  #unsent: Promise<void> | undefined;
  #lastCheck = -Infinity;

  constructor(parts: RedisIdentityParts) {
    this.#parts = parts;
    this.#mayCreate = parts.create;
  }

  /** True if the last check found a different store. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /**
   * Reads the id, once for all callers of an event loop tick.
   *
   * @throws {StoreReplacedError} when Redis was emptied, or has the id of a different store
   * @throws {RedisStoreError} when Redis does not respond
   */
  assertSame(): Promise<void> {
    // A check must be sent after the caller's read, so callers do not share an earlier check.
    return (this.#unsent ??= endOfTick().then(() => {
      this.#unsent = undefined;
      return this.#check();
    }));
  }

  /** Checks at most once a second, without waiting for the result: see {@link isReplaced}. */
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

  /** Writes an id if the store has none. If several processes do this concurrently, one succeeds. */
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
