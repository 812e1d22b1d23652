import { randomBytes } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type {
  Address,
  AtomicOperations,
  Changes,
  Committed,
  Conflict,
  DamagedRecordError,
  Durability,
  KnownAddress,
  Range,
  ScannedRecord,
  Versioned,
} from "../../lib/store/mod.ts";
import { damageOf } from "../damage_of.ts";
import { commitScript } from "./commit_script.ts";
import { type CallSender, GatheredCalls } from "./gathered_calls.ts";
import { listScript } from "./list_script.ts";
import { formatValue, parseRecord } from "./parse_record.ts";
import { RecordScan } from "./record_scan.ts";
import type { RedisConnection } from "./redis_connection.ts";
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
  readonly #scan: RecordScan;
  #commits = 0;

  constructor({ connection, keyPrefix, durability, clock }: RedisEngineOptions) {
    this.#connection = connection;
    this.#keyPrefix = keyPrefix;
    this.durability = durability;
    this.#clock = clock;
    const send = (call: TurnCall): void => void this.#send(call);
    this.#sender = { send, joinsPartitions: !connection.isCluster };
    this.#gathered = new GatheredCalls(this.#sender);
    this.#scan = new RecordScan(connection, {
      prefix: keyPrefix,
      of: (partition) => ({
        records: this.#name(partition, "records"),
        order: this.#name(partition, "order"),
      }),
      placeOf: (address) => this.placeOf(address),
    });
  }

  /** One command for each partition, all sent together. */
  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    const found: (Versioned | null)[] = addresses.map(() => null);
    const partitions = [...indexesByPartition(addresses)];
    const replies = await this.#connection.run((client) =>
      Promise.all(
        partitions.map(async ([partition, indexes]) => {
          const keys = indexes.map((index) => addresses[index]?.key ?? "");
          return client.hmgetBuffer(this.#name(partition, "records"), ...keys);
        }),
      ),
    );
    // Outside of `run`: a damaged record is no failure of the connection.
    for (const [at, [, indexes]] of partitions.entries()) {
      indexes.forEach((index, position) => {
        found[index] = this.#live(addresses[index] as Address, replies[at]?.[position] ?? null);
      });
    }
    return found;
  }

  /** Sent with all that is asked for in the same turn. */
  getManyIfChanged(addresses: readonly KnownAddress[]): Promise<(Versioned | "unchanged" | null)[]> {
    return this.#gathered.read(addresses);
  }

  beforeSending(action: () => void): void {
    this.#gathered.beforeSending(action);
  }

  /** Damaged records do not count for the limit, so it may take several calls. */
  async list(partition: string, range: Range): Promise<Versioned[]> {
    const { start = "", end, limit, reverse, onDamaged = fail } = range;
    const keys = [this.#name(partition, "records"), this.#name(partition, "order")];
    let min = start === "" ? "-" : `[${start}`;
    let max = end === undefined ? "+" : `(${end}`;
    const found: Versioned[] = [];
    while (found.length < limit) {
      const wanted = limit - found.length;
      const values = [this.#clock.now(), min, max, wanted, reverse ? 1 : 0];
      const reply = await this.#connection.run((client) => runScript(client, listScript, keys, values));
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
      const reply = await this.#connection.run((client) => runScript(client, turnScript, keys, all));
      call.answer(reply, version, (address, bytes) => this.#live(address, bytes));
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

  async #commitAlone(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const version = this.#nextVersion();
    const keys = ["records", "order", "expiries"].map((kind) => this.#name(partition, kind));
    const values = [this.#clock.now(), version, clockSlack, ...flatten(changes, version)];
    const reply = await this.#connection.run((client) => runScript(client, commitScript, keys, values));
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
function flatten(
  { checks = [], sums = [], sets = [], deletes = [] }: Changes,
  version: string,
): (string | number)[] {
  return [
    checks.length,
    ...checks.flatMap((check) =>
      "exists" in check ? [check.key, "exists", check.exists ? 1 : 0] : [check.key, "version", check.version],
    ),
    sums.length,
    ...sums.flatMap(({ key, add, max, expiresAt }) => [key, add, max ?? "-", expiresAt ?? "-"]),
    sets.length,
    ...sets.flatMap(({ key, value, expiresAt }) => [
      key,
      expiresAt ?? "-",
      formatValue(version, expiresAt, value),
    ]),
    deletes.length,
    ...deletes,
  ];
}

function fail(damage: DamagedRecordError): never {
  throw damage;
}
