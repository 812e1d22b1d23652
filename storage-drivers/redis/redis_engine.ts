import { randomBytes } from "node:crypto";
import type { Cluster, Redis } from "ioredis";
import type { Clock } from "../../lib/clock.ts";
import type {
  Address,
  AtomicOperations,
  Changes,
  Committed,
  Conflict,
  Durability,
  KnownAddress,
  Range,
  Versioned,
} from "../../lib/store/mod.ts";
import { commitScript } from "./commit_script.ts";
import { type CallSender, GatheredCalls } from "./gathered_calls.ts";
import { listScript } from "./list_script.ts";
import { parseRecord, type RedisRecord } from "./parse_record.ts";
import type { RedisConnection } from "./redis_connection.ts";
import { RedisIdentity } from "./redis_identity.ts";
import { runScript } from "./redis_script.ts";
import { RedisStoreError } from "./redis_store_error.ts";
import type { Count, TurnCall } from "./turn_call.ts";
import { turnScript } from "./turn_script.ts";

/** What a {@link RedisEngine} is made from. */
export interface RedisEngineOptions {
  connection: RedisConnection;
  keyPrefix: string;
  durability: Durability;
  clock: Clock;
}

type Counting = Pick<Count, "check" | "sums">;

/** By how much clocks of different hosts may disagree before one removes what another still sees. */
const clockSlack = 60_000;

/**
 * A partition is three keys of one hash slot: its records, their keys in order, and when they
 * expire. Every operation is one command for each partition it touches, all sent together.
 */
export class RedisEngine implements AtomicOperations {
  readonly scope = "cluster";
  readonly durability: Durability;
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;
  readonly #clock: Clock;
  /** Makes versions unlike those of every other process, also after a failover has lost commits. */
  readonly #instance = randomBytes(9).toString("base64url");
  readonly #sender: CallSender;
  readonly #gathered: GatheredCalls;
  readonly #identity: RedisIdentity;
  #commits = 0;

  constructor({ connection, keyPrefix, durability, clock }: RedisEngineOptions) {
    this.#connection = connection;
    this.#keyPrefix = keyPrefix;
    this.durability = durability;
    this.#clock = clock;
    const send = (call: TurnCall): void => void this.#send(call);
    this.#sender = { send, joinsPartitions: !connection.isCluster };
    this.#gathered = new GatheredCalls(this.#sender, (found) => this.#vouchFor(found));
    this.#identity = new RedisIdentity({
      read: async (partition, key) => {
        const [value = null] = await connection.run((client) =>
          client.hmgetBuffer(this.#name(partition, "records"), key),
        );
        return this.#live(key, value);
      },
      commit: (partition, changes) =>
        connection.run((client) => this.#callCommit(client, partition, changes)),
    });
  }

  assertInPlace(): Promise<void> {
    return this.#identity.assertSame();
  }

  /** While the store is known to be another one, nothing is sent to it but the question for its id. */
  #run<Result>(operation: (client: Redis | Cluster) => Promise<Result>): Promise<Result> {
    if (this.#identity.isReplaced) {
      return this.#identity.assertSame().then(() => this.#connection.run(operation));
    }
    this.#identity.checkLately(this.#clock.now());
    return this.#connection.run(operation);
  }

  /** One command for each partition, all sent together. */
  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    const found: (Versioned | null)[] = addresses.map(() => null);
    const partitions = indexesByPartition(addresses);
    await this.#run((client) =>
      Promise.all(
        [...partitions].map(async ([partition, indexes]) => {
          const keys = indexes.map((index) => addresses[index]?.key ?? "");
          const values = await client.hmgetBuffer(this.#name(partition, "records"), ...keys);
          indexes.forEach((index, position) => {
            found[index] = this.#live(keys[position] ?? "", values[position] ?? null);
          });
        }),
      ),
    );
    return found.includes(null) ? this.#vouchFor(found) : found;
  }

  /** Returns what was read if the store is still the same: an emptied one has no records either. */
  async #vouchFor<Found>(found: Found): Promise<Found> {
    await this.#identity.assertSame();
    return found;
  }

  /** Sent with all that is asked for in the same turn. */
  getManyIfChanged(addresses: readonly KnownAddress[]): Promise<(Versioned | "unchanged" | null)[]> {
    return this.#gathered.read(addresses);
  }

  beforeSending(action: () => void): void {
    this.#gathered.beforeSending(action);
  }

  async list(partition: string, { start = "", end, limit, reverse }: Range): Promise<Versioned[]> {
    if (limit < 1) return [];
    const keys = [this.#name(partition, "records"), this.#name(partition, "order")];
    const min = start === "" ? "-" : `[${start}`;
    const max = end === undefined ? "+" : `(${end}`;
    const values = [this.#clock.now(), min, max, limit, reverse ? 1 : 0];
    const reply = await this.#run((client) => runScript(client, listScript, keys, values));
    if (reply.length === 0) await this.#identity.assertSame();
    const found: Versioned[] = [];
    for (let index = 0; index < reply.length; index += 2) {
      const key = String(reply[index]);
      found.push(versioned(key, parseRecord(reply[index + 1] as Buffer)));
    }
    return found;
  }

  /** What only counts is sent with all that is asked for in the same turn. */
  commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const commitAlone = (): Promise<Committed | Conflict> => this.#commitAlone(partition, changes);
    const counting = countOf(changes);
    if (counting === undefined) return commitAlone();
    const { check, sums } = counting;
    return this.#gathered.count({ partition, check, sums, commitAlone });
  }

  /** Sends what waits for the end of the turn. */
  flush(): void {
    this.#gathered.flush();
  }

  async #send(call: TurnCall): Promise<void> {
    const version = `${this.#nextVersion()}.`;
    const { partitions, values } = call.toArguments();
    const keys = partitions.map((partition) => this.#name(partition, "records"));
    const all = [this.#clock.now(), version, ...values];
    try {
      const reply = await this.#run((client) => runScript(client, turnScript, keys, all));
      call.answer(reply, version, (key, bytes) => this.#live(key, bytes));
    } catch (error) {
      const parts = isCrossSlot(error) ? call.byPartition() : [];
      if (parts.length > 1) this.#sendApart(parts);
      else call.fail(error);
    }
  }

  /** A cluster may look like one server: one of a single shard, or a proxy. It refuses a call that touches several slots, and does nothing. */
  #sendApart(parts: readonly TurnCall[]): void {
    this.#sender.joinsPartitions = false;
    for (const part of parts) this.#sender.send(part);
  }

  /** The store's id is read after the commit, in the same round trip. */
  async #commitAlone(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const commit = this.#run((client) => this.#callCommit(client, partition, changes));
    const [outcome] = await Promise.all([commit, this.#identity.assertSame()]);
    return outcome;
  }

  async #callCommit(
    client: Redis | Cluster,
    partition: string,
    changes: Changes,
  ): Promise<Committed | Conflict> {
    const version = this.#nextVersion();
    const keys = ["records", "order", "expiries"].map((kind) => this.#name(partition, kind));
    const values = [this.#clock.now(), version, clockSlack, ...flatten(changes)];
    const reply = await runScript(client, commitScript, keys, values);
    const [isCommitted, ...rest] = reply.map(Number);
    if (isCommitted === 1) return { committed: true, version, sums: rest };
    const [failed = 0, ...indexes] = rest;
    return {
      committed: false,
      failedChecks: indexes.slice(0, failed),
      exceededSums: indexes.slice(failed),
    };
  }

  #nextVersion(): string {
    return `${this.#instance}.${(++this.#commits).toString(36)}`;
  }

  #live(key: string, value: Buffer | null): Versioned | null {
    if (value === null) return null;
    const record = parseRecord(value);
    const hasExpired = record.expiresAt !== undefined && record.expiresAt <= this.#clock.now();
    return hasExpired ? null : versioned(key, record);
  }

  /** What stands in braces decides the slot. An empty tag would be none. */
  #name(partition: string, kind: string): string {
    return `${this.#keyPrefix}{${partition || "~"}}:${kind}`;
  }
}

function isCrossSlot(error: unknown): boolean {
  const cause = error instanceof RedisStoreError ? error.cause : undefined;
  return cause instanceof Error && cause.message.startsWith("CROSSSLOT");
}

/** What a commit counts, when it adds to counters if a record is of a version, and does nothing else. */
function countOf({ checks = [], sums = [], sets = [], deletes = [] }: Changes): Counting | undefined {
  const [check] = checks;
  if (checks.length !== 1 || check === undefined || !("version" in check)) return undefined;
  if (sums.length === 0 || sets.length + deletes.length > 0) return undefined;
  return sums.every(({ add }) => Number.isSafeInteger(add) && add >= 0) ? { check, sums } : undefined;
}

function indexesByPartition(addresses: readonly Address[]): Map<string, number[]> {
  const partitions = new Map<string, number[]>();
  addresses.forEach(({ partition }, index) => {
    const indexes = partitions.get(partition);
    if (indexes === undefined) partitions.set(partition, [index]);
    else indexes.push(index);
  });
  return partitions;
}

/** Changes as the commit script reads them: each list after its length, `-` for what is not given. */
function flatten({ checks = [], sums = [], sets = [], deletes = [] }: Changes): (string | number)[] {
  return [
    checks.length,
    ...checks.flatMap((check) =>
      "exists" in check ? [check.key, "exists", check.exists ? 1 : 0] : [check.key, "version", check.version],
    ),
    sums.length,
    ...sums.flatMap(({ key, add, max, expiresAt }) => [key, add, max ?? "-", expiresAt ?? "-"]),
    sets.length,
    ...sets.flatMap(({ key, value, expiresAt }) => [key, expiresAt ?? "-", JSON.stringify(value)]),
    deletes.length,
    ...deletes,
  ];
}

function versioned(key: string, { value, version }: RedisRecord): Versioned {
  return { key, value, version };
}
