import { randomBytes } from "node:crypto";
import type { Cluster, Redis } from "ioredis";
import { type Clock, clockTolerance } from "../../lib/base/time/clock.ts";
import {
  type Address,
  type AtomicOperations,
  assertFits,
  type Batch,
  type BatchResult,
  type Changes,
  type Committed,
  type Conflict,
  type Count,
  type DamagedRecordError,
  type Durability,
  Failure,
  type Outcome,
  type Range,
  type ScannedRecord,
  type StoreLimits,
  type Versioned,
} from "../../lib/store/mod.ts";
import { damageOf, throwDamage } from "../records/damage_of.ts";
import { commitScript } from "./commit_script.ts";
import { listScript } from "./list_script.ts";
import { formatValue, parseRecord } from "./parse_record.ts";
import { RecordScan } from "./record_scan.ts";
import type { RedisConnection } from "./redis_connection.ts";
import { RedisIdentity } from "./redis_identity.ts";
import { runScript } from "./redis_script.ts";
import { RedisSignals } from "./redis_signals.ts";
import { RedisStoreError } from "./redis_store_error.ts";
import { isPlainCount, type OpenResult, TurnCall } from "./turn_call.ts";
import { turnScript } from "./turn_script.ts";

/** Bytes that a record's text has beside its value. */
const longestEnd = 100;

/** Options of a {@link RedisEngine}. */
export interface RedisEngineOptions {
  connection: RedisConnection;
  keyPrefix: string;
  durability: Durability;
  clock: Clock;
  /** False to write no id of a store that has none. */
  create: boolean;
}

/**
 * A partition has three keys in one hash slot: its records, their sorted keys, and their expiries. An operation sends one command per
 * partition, all in one pipeline.
 */
export class RedisEngine implements AtomicOperations {
  readonly scope = "cluster";
  readonly durability: Durability;
  readonly signals: RedisSignals;
  readonly #connection: RedisConnection;
  readonly #keyPrefix: string;
  readonly #clock: Clock;
  /** Random part of versions. It makes them unique among all processes, also after a failover has lost commits. */
  readonly #instance = randomBytes(9).toString("base64url");
  /** True if a call may touch several partitions. In a cluster they are on different servers, but a cluster can look like a single server. */
  #joinsPartitions: boolean;
  readonly #scan: RecordScan;
  readonly #identity: RedisIdentity;
  #commits = 0;

  constructor({ connection, keyPrefix, durability, clock, create }: RedisEngineOptions) {
    this.#connection = connection;
    this.#keyPrefix = keyPrefix;
    this.durability = durability;
    this.signals = new RedisSignals(connection, keyPrefix);
    this.#clock = clock;
    this.#joinsPartitions = !connection.isCluster;
    this.#identity = new RedisIdentity({
      create,
      read: async (partition, key) => {
        const [value = null] = await connection.run((client) =>
          client.hmgetBuffer(this.#name(partition, "records"), key),
        );
        return this.#live({ partition, key }, value);
      },
      commit: (partition, changes) =>
        connection.run((client) => this.#callCommit(client, partition, changes)),
    });
    this.#scan = new RecordScan(connection, {
      prefix: keyPrefix,
      of: (partition) => ({
        records: this.#name(partition, "records"),
        order: this.#name(partition, "order"),
      }),
      placeOf: (address) => this.placeOf(address),
    });
  }

  get limits(): StoreLimits {
    return { store: "Redis", valueBytes: this.#connection.longestText - longestEnd };
  }

  assertInPlace(): Promise<void> {
    return this.#identity.assertSame();
  }

  /** Runs an operation. After the store was replaced, only its id is read. */
  #run<Result>(operation: (client: Redis | Cluster) => Promise<Result>): Promise<Result> {
    if (this.#identity.isReplaced) {
      return this.#identity.assertSame().then(() => this.#connection.run(operation));
    }
    this.#identity.checkLately(this.#clock.now());
    return this.#connection.run(operation);
  }

  /** Sends one command per partition, all in one pipeline. */
  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    const found: (Buffer | null)[] = addresses.map(() => null);
    const partitions = indexesByPartition(addresses);
    await this.#run((client) =>
      Promise.all(
        [...partitions].map(async ([partition, indexes]) => {
          const keys = indexes.map((index) => addresses[index]?.key ?? "");
          const values = await client.hmgetBuffer(this.#name(partition, "records"), ...keys);
          indexes.forEach((index, position) => (found[index] = values[position] ?? null));
        }),
      ),
    );
    const records = addresses.map((address, index) => this.#live(address, found[index] ?? null));
    return records.includes(null) ? this.#ifSameStore(records) : records;
  }

  /** Returns the result of a read if the store is still the same. An emptied store also has no records. */
  async #ifSameStore<Found>(found: Found): Promise<Found> {
    await this.#identity.assertSame();
    return found;
  }

  /** Calls the turn script once for all requests of an event loop tick. A large batch needs several calls. */
  async query(batch: Batch): Promise<BatchResult> {
    const result: OpenResult = { counts: [], reads: [] };
    const calls = TurnCall.ofBatch(batch, this.#joinsPartitions);
    for (const [index, count] of batch.counts.entries()) {
      if (!isPlainCount(count)) result.counts[index] = this.#countAlone(count);
    }
    await Promise.all(calls.map(async (call) => this.#send(call, result)));
    if (result.reads.includes(null)) await this.#confirmMissing(result);
    return result;
  }

  atEndOfTick(run: () => void): void {
    setImmediate(run);
  }

  async #confirmMissing({ reads }: OpenResult): Promise<void> {
    try {
      await this.#identity.assertSame();
    } catch (error) {
      reads.forEach((found, index) => {
        if (found === null) reads[index] = new Failure(error);
      });
    }
  }

  /** Lists records. Damaged records do not count toward the limit, so several calls may be necessary. */
  async list(partition: string, range: Range): Promise<Versioned[]> {
    const { start = "", end, limit, reverse, onDamaged = throwDamage } = range;
    const keys = [this.#name(partition, "records"), this.#name(partition, "order")];
    let min = start === "" ? "-" : `[${start}`;
    let max = end === undefined ? "+" : `(${end}`;
    const found: Versioned[] = [];
    while (found.length < limit) {
      const wanted = limit - found.length;
      const values = [this.#clock.now(), min, max, wanted, reverse ? 1 : 0];
      const reply = await this.#run((client) => runScript(client, listScript, keys, values));
      if (reply.length === 0) await this.#identity.assertSame();
      found.push(...this.#versionedOf(partition, reply, onDamaged));
      if (reply.length < 2 * wanted) break;
      const last = String(reply.at(-2));
      if (reverse) max = `(${last}`;
      else min = `(${last}`;
    }
    return found;
  }

  #versionedOf(
    partition: string,
    reply: readonly unknown[],
    onDamaged: (damage: DamagedRecordError) => void,
  ): Versioned[] {
    const found: Versioned[] = [];
    for (let index = 0; index < reply.length; index += 2) {
      const address = { partition, key: String(reply[index]) };
      try {
        found.push(this.#parse(address, reply[index + 1] as Buffer).record);
      } catch (error) {
        onDamaged(this.#damageOf(address, error));
      }
    }
    return found;
  }

  placeOf({ partition, key }: Address): string {
    return `"${key}" in ${this.#name(partition, "records")}`;
  }

  partitions(): AsyncIterable<string> {
    return this.#scan.partitions();
  }

  scan(partition: string, after: string | undefined, limit: number): Promise<ScannedRecord[]> {
    return this.#scan.read(partition, after, limit);
  }

  async #send(call: TurnCall, result: OpenResult): Promise<void> {
    const version = `${this.#nextVersion()}.`;
    const { partitions, values } = call.toArguments();
    const keys = partitions.map((partition) => this.#name(partition, "records"));
    const all = [this.#clock.now(), version, ...values];
    try {
      const reply = await this.#run((client) => runScript(client, turnScript, keys, all));
      call.settle(result, reply, {
        version,
        parse: (address, bytes) => this.#live(address, bytes),
        commitAlone: (count) => this.#countAlone(count),
      });
    } catch (error) {
      const parts = isCrossSlot(error) ? call.byPartition() : [];
      if (parts.length > 1) await this.#sendApart(parts, result);
      else call.fail(result, error);
    }
  }

  /** Sends one call per partition. A cluster with a single shard or a proxy looks like one server, but refuses calls for several slots. */
  async #sendApart(parts: readonly TurnCall[], result: OpenResult): Promise<void> {
    this.#joinsPartitions = false;
    await Promise.all(parts.map(async (part) => this.#send(part, result)));
  }

  async #countAlone({ partition, check, sums }: Count): Promise<Outcome<Committed | Conflict>> {
    try {
      return await this.commit(partition, { checks: [check], sums });
    } catch (error) {
      return new Failure(error);
    }
  }

  /** Commits, and reads the store's id afterwards in the same round trip. */
  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const commit = this.#run((client) => this.#callCommit(client, partition, changes));
    const [outcome] = await Promise.all([commit, this.#identity.assertSame()]);
    return outcome;
  }

  async #callCommit(
    client: Redis | Cluster,
    partition: string,
    changes: Changes,
  ): Promise<Committed | Conflict> {
    const json = (changes.sets ?? []).map(({ value }) => JSON.stringify(value));
    assertFits(this.limits, partition, changes, json);
    const version = this.#nextVersion();
    const keys = ["records", "order", "expiries"].map((kind) => this.#name(partition, kind));
    const values = [this.#clock.now(), version, clockTolerance, ...flatten(changes, version, json)];
    const reply = await runScript(client, commitScript, keys, values);
    const [outcome, ...rest] = reply.map(Number);
    if (outcome === 1) return { committed: true, version, sums: rest };
    if (outcome === 2) throw this.#damageOf({ partition, key: String(reply[1]) }, "it is not a counter");
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

  #live(address: Address, bytes: Buffer | null): Versioned | null {
    if (bytes === null) return null;
    const { record, expiresAt } = this.#parse(address, bytes);
    return expiresAt !== undefined && expiresAt <= this.#clock.now() ? null : record;
  }

  /** @throws {DamagedRecordError} when the bytes are not a record */
  #parse(address: Address, bytes: Buffer): { record: Versioned; expiresAt: number | undefined } {
    try {
      const { value, version, expiresAt } = parseRecord(bytes.toString());
      return { record: { key: address.key, value, version }, expiresAt };
    } catch (error) {
      throw this.#damageOf(address, error);
    }
  }

  #damageOf(address: Address, error: unknown): DamagedRecordError {
    return damageOf(address, this.placeOf(address), error);
  }

  /** Returns the name of a key. The text in braces decides the slot; it must not be empty. */
  #name(partition: string, kind: string): string {
    return `${this.#keyPrefix}{${partition || "~"}}:${kind}`;
  }
}

function isCrossSlot(error: unknown): boolean {
  const cause = error instanceof RedisStoreError ? error.cause : undefined;
  return cause instanceof Error && cause.message.startsWith("CROSSSLOT");
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

/** Returns the arguments of the commit script: each list after its length, and `-` for missing values. */
function flatten(
  { checks = [], sums = [], sets = [], deletes = [] }: Changes,
  version: string,
  json: readonly string[],
): (string | number)[] {
  return [
    checks.length,
    ...checks.flatMap((check) =>
      "exists" in check ? [check.key, "exists", check.exists ? 1 : 0] : [check.key, "version", check.version],
    ),
    sums.length,
    ...sums.flatMap(({ key, add, max, expiresAt }) => [key, add, max ?? "-", expiresAt ?? "-"]),
    sets.length,
    ...sets.flatMap(({ key, expiresAt }, index) => [
      key,
      expiresAt ?? "-",
      formatValue(version, expiresAt, json[index] ?? ""),
    ]),
    deletes.length,
    ...deletes,
  ];
}
