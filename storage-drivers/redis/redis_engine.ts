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
import { GatheredReads } from "./gathered_reads.ts";
import { listScript } from "./list_script.ts";
import { parseRecord, type RedisRecord } from "./parse_record.ts";
import { readScript } from "./read_script.ts";
import type { RedisConnection } from "./redis_connection.ts";
import { runScript } from "./redis_script.ts";

/** What a {@link RedisEngine} is made from. */
export interface RedisEngineOptions {
  connection: RedisConnection;
  keyPrefix: string;
  durability: Durability;
  clock: Clock;
}

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
  readonly #reads = new GatheredReads<Versioned | "unchanged" | null>((addresses) =>
    this.#readAll(addresses),
  );
  #commits = 0;

  constructor({ connection, keyPrefix, durability, clock }: RedisEngineOptions) {
    this.#connection = connection;
    this.#keyPrefix = keyPrefix;
    this.durability = durability;
    this.#clock = clock;
  }

  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    const found = await this.#readAll(addresses.map((address) => ({ ...address, version: undefined })));
    return found as (Versioned | null)[];
  }

  getManyIfChanged(addresses: readonly KnownAddress[]): Promise<(Versioned | "unchanged" | null)[]> {
    return this.#reads.read(addresses);
  }

  /** One command for each partition, all sent together. */
  async #readAll(addresses: readonly KnownAddress[]): Promise<(Versioned | "unchanged" | null)[]> {
    const found: (Versioned | "unchanged" | null)[] = addresses.map(() => null);
    const partitions = indexesByPartition(addresses);
    await this.#connection.run((client) =>
      Promise.all(
        [...partitions].map(async ([partition, indexes]) => {
          const wanted = indexes.map((index) => addresses[index] as KnownAddress);
          const values = await readPartition(client, this.#name(partition, "records"), wanted);
          indexes.forEach((index, position) => {
            const value = values[position];
            found[index] = value === 1 ? "unchanged" : this.#live(wanted[position]?.key ?? "", value ?? null);
          });
        }),
      ),
    );
    return found;
  }

  async list(partition: string, { start = "", end, limit, reverse }: Range): Promise<Versioned[]> {
    if (limit < 1) return [];
    const keys = [this.#name(partition, "records"), this.#name(partition, "order")];
    const min = start === "" ? "-" : `[${start}`;
    const max = end === undefined ? "+" : `(${end}`;
    const values = [this.#clock.now(), min, max, limit, reverse ? 1 : 0];
    const reply = await this.#connection.run((client) => runScript(client, listScript, keys, values));
    const found: Versioned[] = [];
    for (let index = 0; index < reply.length; index += 2) {
      const key = String(reply[index]);
      found.push(versioned(key, parseRecord(reply[index + 1] as Buffer)));
    }
    return found;
  }

  async commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const version = `${this.#instance}.${(++this.#commits).toString(36)}`;
    const keys = ["records", "order", "expiries"].map((kind) => this.#name(partition, kind));
    const values = [this.#clock.now(), version, clockSlack, ...flatten(changes)];
    const reply = await this.#connection.run((client) => runScript(client, commitScript, keys, values));
    const [isCommitted, ...rest] = reply.map(Number);
    if (isCommitted === 1) return { committed: true, version, sums: rest };
    const [failed = 0, ...indexes] = rest;
    return {
      committed: false,
      failedChecks: indexes.slice(0, failed),
      exceededSums: indexes.slice(failed),
    };
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

/** What the read script answers; plain reads need no script. */
async function readPartition(
  client: Redis | Cluster,
  records: string,
  addresses: readonly KnownAddress[],
): Promise<(Buffer | 1 | null)[]> {
  if (addresses.every(({ version }) => version === undefined)) {
    return client.hmgetBuffer(records, ...addresses.map(({ key }) => key));
  }
  const values = addresses.flatMap(({ key, version = "" }) => [key, version]);
  return (await runScript(client, readScript, [records], values)) as (Buffer | 1 | null)[];
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
