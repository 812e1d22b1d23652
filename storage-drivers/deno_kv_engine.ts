import { type Clock, clockTolerance } from "../lib/clock.ts";
import type {
  Address,
  AtomicOperations,
  AtomicScope,
  Changes,
  Committed,
  Conflict,
  JsonObject,
  Range,
  Versioned,
} from "../lib/store/mod.ts";
import { judgeChanges } from "../lib/store/mod.ts";
import type { DenoKv, DenoKvAtomic, DenoKvEntry } from "./deno_kv_types.ts";

/** The id and number of a long value's parts. */
interface Parts {
  id: string;
  count: number;
}

/** A stored record: its value as JSON, or a reference to the value's parts. */
interface KvRecord {
  text?: string;
  parts?: Parts;
  expiresAt?: number;
}

interface NewValue {
  value: JsonObject;
  expiresAt?: number | undefined;
}

/** A record that a commit reads or writes, in its state before the commit. */
interface TouchedRecord {
  at: string[];
  versionstamp: string | null;
  parts: Parts | undefined;
  /** Null if the record does not exist or has expired. */
  record: LiveRecord | null;
}

type LiveRecord = KvRecord & { value: JsonObject; version: string };

/** Maximum number of keys that Deno KV reads in one call. */
const keysPerRead = 10;
/** Maximum length of a part. Deno KV limits values to 64 KiB, and stores a character in one or two bytes. */
const charactersPerPart = 30_000;
const maxAttempts = 100;

/** Implements the storage contract on Deno KV. A commit reads, checks and writes; it retries if a record has changed since it was read. */
export class DenoKvEngine implements AtomicOperations {
  readonly scope: AtomicScope;
  readonly durability = "process-crash";
  readonly #kv: DenoKv;
  readonly #clock: Clock;
  /** The last commit of each partition. Commits of this process to a partition run in order, because concurrent commits would fail. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(kv: DenoKv, { scope, clock }: { scope: AtomicScope; clock: Clock }) {
    this.#kv = kv;
    this.scope = scope;
    this.#clock = clock;
  }

  async getMany(addresses: readonly Address[]): Promise<(Versioned | null)[]> {
    const entries = await this.#read(addresses.map(({ partition, key }) => recordKey(partition, key)));
    const records = await Promise.all(entries.map((entry) => this.#open(entry)));
    return records.map((record, index) => record && toVersioned(addresses[index]?.key ?? "", record));
  }

  async list(partition: string, { start = "", end, limit, reverse = false }: Range): Promise<Versioned[]> {
    const found: Versioned[] = [];
    if (limit < 1 || (end !== undefined && start >= end)) return found;
    const first = recordKey(partition, start);
    const selector =
      end === undefined
        ? { prefix: first.slice(0, -1), start: first }
        : { start: first, end: recordKey(partition, end) };
    for await (const entry of this.#kv.list(selector, { reverse, batchSize: Math.min(limit, 500) })) {
      const record = await this.#open(entry);
      if (record !== null) found.push(toVersioned(String(entry.key.at(-1)), record));
      if (found.length === limit) break;
    }
    return found;
  }

  commit(partition: string, changes: Changes): Promise<Committed | Conflict> {
    const before = this.#queues.get(partition) ?? Promise.resolve();
    const result = before.then(() => this.#commitOnce(partition, changes));
    const done = result.catch(() => undefined);
    this.#queues.set(partition, done);
    void done.then(() => this.#queues.get(partition) === done && this.#queues.delete(partition));
    return result;
  }

  async #commitOnce(partition: string, changes: Changes): Promise<Committed | Conflict> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const result = await this.#attempt(partition, changes);
      if (result !== null) return result;
    }
    throw new Error(
      `Cannot commit: other processes changed the same records ${maxAttempts} times. Try again`,
    );
  }

  /** @returns null if a record has changed between the read and the commit */
  async #attempt(partition: string, changes: Changes): Promise<Committed | Conflict | null> {
    const known = await this.#readTouched(partition, changes);
    const { conflict, totals, expiries } = judgeChanges(changes, (key) => known.get(key)?.record);
    if (conflict) return conflict;
    const atomic = this.#kv.atomic();
    this.#checkUnchanged(atomic, changes, known);
    this.#write(atomic, partition, changes, (index) => ({
      value: { sum: totals[index] ?? 0 },
      expiresAt: expiries[index],
    }));
    const result = await atomic.commit();
    return result.ok ? { committed: true, version: result.versionstamp, sums: totals } : null;
  }

  /** Reads every record that a commit checks or writes. Records to overwrite may have parts, which must be deleted. */
  async #readTouched(partition: string, changes: Changes): Promise<Map<string, TouchedRecord>> {
    const { checks = [], sets = [], deletes = [], sums = [] } = changes;
    const keys = [...new Set([...[...checks, ...sets, ...sums].map(({ key }) => key), ...deletes])];
    const entries = await this.#read(keys.map((key) => recordKey(partition, key)));
    const records = await Promise.all(entries.map((entry) => this.#open(entry)));
    return new Map(
      keys.map((key, index) => {
        const { key: at = [], value, versionstamp = null } = entries[index] ?? {};
        const parts = (value as KvRecord | null | undefined)?.parts;
        return [key, { at: at as string[], versionstamp, parts, record: records[index] ?? null }];
      }),
    );
  }

  /** Checks only the records that decide the outcome, because Deno KV limits a commit to 100 checks. Deletes the parts of replaced records. */
  #checkUnchanged(atomic: DenoKvAtomic, changes: Changes, known: Map<string, TouchedRecord>): void {
    const { checks = [], sets = [], deletes = [], sums = [] } = changes;
    const judged = new Set([...checks, ...sums].map(({ key }) => key));
    const replaced = new Set([...sets.map(({ key }) => key), ...deletes]);
    for (const [key, { at, versionstamp, parts }] of known) {
      const oldParts = replaced.has(key) && parts !== undefined ? partKeys(parts) : [];
      if (judged.has(key) || oldParts.length > 0) atomic.check({ key: at, versionstamp });
      for (const part of oldParts) atomic.delete(part);
    }
  }

  #write(
    atomic: DenoKvAtomic,
    partition: string,
    { sets = [], deletes = [], sums = [] }: Changes,
    counterOf: (index: number) => NewValue,
  ): void {
    for (const { key, ...record } of sets) this.#put(atomic, recordKey(partition, key), record);
    for (const key of deletes) atomic.delete(recordKey(partition, key));
    for (const [index, { key }] of sums.entries()) {
      this.#put(atomic, recordKey(partition, key), counterOf(index));
    }
  }

  #put(atomic: DenoKvAtomic, key: string[], { value, expiresAt }: NewValue): void {
    const text = JSON.stringify(value);
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    // Deno's clock may be ahead of ours.
    const options =
      expiresAt === undefined
        ? {}
        : { expireIn: Math.max(0, expiresAt - this.#clock.now()) + clockTolerance };
    if (text.length <= charactersPerPart) {
      atomic.set(key, { text, ...expiry }, options);
      return;
    }
    const parts = { id: crypto.randomUUID(), count: Math.ceil(text.length / charactersPerPart) };
    for (const [part, at] of partKeys(parts).entries()) {
      const from = part * charactersPerPart;
      atomic.set(at, { text: text.slice(from, from + charactersPerPart) }, options);
    }
    atomic.set(key, { parts, ...expiry }, options);
  }

  async #read(keys: readonly string[][]): Promise<DenoKvEntry[]> {
    const reads: Promise<DenoKvEntry[]>[] = [];
    for (let from = 0; from < keys.length; from += keysPerRead) {
      reads.push(this.#kv.getMany(keys.slice(from, from + keysPerRead)));
    }
    return (await Promise.all(reads)).flat();
  }

  /** Returns the record of an entry. If its parts are missing, it was replaced after the read and is read again. */
  async #open(entry: DenoKvEntry | undefined): Promise<LiveRecord | null> {
    for (let latest = entry; latest?.versionstamp; [latest] = await this.#read([latest.key as string[]])) {
      const { text, parts, expiresAt } = latest.value as KvRecord;
      if (expiresAt !== undefined && expiresAt <= this.#clock.now()) return null;
      const whole = text ?? (parts && (await this.#joinParts(parts)));
      if (whole === undefined) continue;
      const value = JSON.parse(whole) as JsonObject;
      return { ...(latest.value as KvRecord), value, version: latest.versionstamp };
    }
    return null;
  }

  async #joinParts(parts: Parts): Promise<string | undefined> {
    const entries = await this.#read(partKeys(parts));
    if (entries.some(({ versionstamp }) => versionstamp === null)) return undefined;
    return entries.map(({ value }) => (value as KvRecord).text ?? "").join("");
  }
}

function recordKey(partition: string, key: string): string[] {
  return ["postern", "record", partition, key];
}

function partKeys({ id, count }: Parts): string[][] {
  return Array.from({ length: count }, (_, part) => ["postern", "part", id, String(part)]);
}

function toVersioned(key: string, { value, version }: LiveRecord): Versioned {
  return { key, value, version };
}
