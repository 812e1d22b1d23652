import { type Clock, clockTolerance } from "../lib/base/time/clock.ts";
import { StoreLimitError } from "../lib/base/errors.ts";
import {
  type Address,
  type AtomicOperations,
  type AtomicScope,
  assertFits,
  type Changes,
  type Committed,
  type Conflict,
  type JsonObject,
  judgeChanges,
  type Range,
  type StoreLimits,
  type Versioned,
} from "../lib/store/mod.ts";
import type { DenoKv, DenoKvAtomic, DenoKvEntry } from "./deno_kv_types.ts";

/** The id and number of a long value's parts. */
interface Parts {
  id: string;
  count: number;
}

/** JSON in a stored value: as text if it is ASCII, or else in UTF-8. Deno KV would store such a text with two bytes for every character. */
interface StoredJson {
  text?: string;
  bytes?: Uint8Array;
}

/** A stored record: its value as JSON, or a reference to the value's parts. */
interface KvRecord extends StoredJson {
  parts?: Parts;
  expiresAt?: number;
}

interface NewValue {
  json: string;
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
/** Maximum length of a part, in bytes. Deno KV limits values to 64 KiB. */
const longestPart = 64_000;
const maxAttempts = 100;
/** Maximum number of checks in a commit of Deno KV. */
const mostChecks = 100;
/** Maximum number of changes in a commit of Deno KV. The parts of long values are changes, too. */
const mostChanges = 1000;

/** Deno KV takes 800 KiB and 80 KiB of keys, in its own encoding. */
const limits: StoreLimits = {
  store: "Deno KV",
  operations: 950,
  addressBytes: 2000,
  keyBytes: 78_000,
  valueBytes: 800_000,
  commitBytes: 810_000,
};

/**
 * Implements the storage contract on Deno KV. A commit reads, checks and writes; it retries if a record has changed since it was read.
 *
 * Deno KV allows few checks. Therefore each commit also writes the head of its partition, and a commit with many checks only checks the head. Counts
 * in expiring counters, such as those of each request, do not write the head. Records that expire are always checked by themselves.
 */
export class DenoKvEngine implements AtomicOperations {
  readonly limits: StoreLimits = limits;
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
    const json = (changes.sets ?? []).map(({ value }) => JSON.stringify(value));
    assertFits(limits, partition, changes, json);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const result = await this.#attempt(partition, changes, json);
      if (result !== null) return result;
    }
    throw new Error(
      `Cannot commit: other processes changed the same records ${maxAttempts} times. Try again`,
    );
  }

  /** @returns null if a record has changed between the read and the commit */
  async #attempt(
    partition: string,
    changes: Changes,
    json: readonly string[],
  ): Promise<Committed | Conflict | null> {
    const keys = keysOf(changes);
    // The head is read before the records, so that it has changed if one of them changes after its read.
    const [head] = keys.length < mostChecks ? [] : await this.#read([headKey(partition)]);
    const known = await this.#readTouched(partition, keys);
    const { conflict, totals, expiries } = judgeChanges(changes, (key) => known.get(key)?.record);
    if (conflict) return conflict;
    const { sets = [], deletes = [], sums = [] } = changes;
    const atomic = this.#kv.atomic();
    checkUnchanged(atomic, changes, { known, head });
    const parts = sets.map((set, index) =>
      this.#put(atomic, recordKey(partition, set.key), { ...set, json: json[index] ?? "" }),
    );
    for (const key of deletes) atomic.delete(recordKey(partition, key));
    for (const [index, { key }] of sums.entries()) {
      const counter = { json: JSON.stringify({ sum: totals[index] ?? 0 }), expiresAt: expiries[index] };
      this.#put(atomic, recordKey(partition, key), counter);
    }
    requireFewChanges(parts.length + deletes.length + sums.length, [
      ...parts,
      ...replacedParts(changes, known),
    ]);
    if (!onlyCounts(changes, known)) atomic.set(headKey(partition), true);
    const result = await atomic.commit().catch(explain);
    return result.ok ? { committed: true, version: result.versionstamp, sums: totals } : null;
  }

  /** Reads every record that a commit checks or writes. Records to overwrite may have parts, which must be deleted. */
  async #readTouched(partition: string, keys: readonly string[]): Promise<Map<string, TouchedRecord>> {
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

  /** Writes a value, and returns its parts if it is long. */
  #put(atomic: DenoKvAtomic, key: string[], { json, expiresAt }: NewValue): Parts | undefined {
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    // Deno's clock may be ahead of ours.
    const options =
      expiresAt === undefined
        ? {}
        : { expireIn: Math.max(0, expiresAt - this.#clock.now()) + clockTolerance };
    const bytes = new TextEncoder().encode(json);
    if (bytes.length <= longestPart) {
      const stored: StoredJson = bytes.length === json.length ? { text: json } : { bytes };
      atomic.set(key, { ...stored, ...expiry }, options);
      return undefined;
    }
    const parts = { id: crypto.randomUUID(), count: Math.ceil(bytes.length / longestPart) };
    for (const [part, at] of partKeys(parts).entries()) {
      const from = part * longestPart;
      atomic.set(at, { bytes: bytes.slice(from, from + longestPart) }, options);
    }
    atomic.set(key, { parts, ...expiry }, options);
    return parts;
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
      const { parts, expiresAt, ...stored } = latest.value as KvRecord;
      if (expiresAt !== undefined && expiresAt <= this.#clock.now()) return null;
      const whole = parts === undefined ? jsonOf([stored]) : await this.#joinParts(parts);
      if (whole === undefined) continue;
      const value = JSON.parse(whole) as JsonObject;
      return { ...(latest.value as KvRecord), value, version: latest.versionstamp };
    }
    return null;
  }

  async #joinParts(parts: Parts): Promise<string | undefined> {
    const entries = await this.#read(partKeys(parts));
    if (entries.some(({ versionstamp }) => versionstamp === null)) return undefined;
    return jsonOf(entries.map(({ value }) => value as StoredJson));
  }
}

/** Joins parts. A character may begin in one part, and end in the next. */
function jsonOf(stored: readonly StoredJson[]): string {
  const decoder = new TextDecoder();
  const texts = stored.map(({ text, bytes }) => text ?? decoder.decode(bytes, { stream: true }));
  return texts.join("") + decoder.decode();
}

/** Returns every key that a commit checks or writes, once. */
function keysOf({ checks = [], sets = [], deletes = [], sums = [] }: Changes): string[] {
  return [...new Set([...[...checks, ...sets, ...sums].map(({ key }) => key), ...deletes])];
}

/**
 * Adds the checks that records are as they were read: of those that decide the outcome, and of those whose parts are deleted. With a head, all
 * records are checked by it that do not expire.
 */
function checkUnchanged(
  atomic: DenoKvAtomic,
  changes: Changes,
  { known, head }: { known: ReadonlyMap<string, TouchedRecord>; head: DenoKvEntry | undefined },
): void {
  const { checks = [], sums = [] } = changes;
  const judged = new Set([...checks, ...sums].map(({ key }) => key));
  const replaced = new Set(replacedKeys(changes));
  for (const [key, { at, versionstamp, parts, record }] of known) {
    const hasOldParts = replaced.has(key) && parts !== undefined;
    const isByHead = head !== undefined && record?.expiresAt === undefined;
    if ((judged.has(key) || hasOldParts) && !isByHead) atomic.check({ key: at, versionstamp });
    if (hasOldParts) for (const part of partKeys(parts)) atomic.delete(part);
  }
  if (head !== undefined) atomic.check({ key: head.key as string[], versionstamp: head.versionstamp });
}

function replacedKeys({ sets = [], deletes = [] }: Changes): string[] {
  return [...sets.map(({ key }) => key), ...deletes];
}

/** Returns the parts of the records that a commit replaces. */
function replacedParts(changes: Changes, known: ReadonlyMap<string, TouchedRecord>): (Parts | undefined)[] {
  return replacedKeys(changes).map((key) => known.get(key)?.parts);
}

/** @throws {StoreLimitError} when a commit has too many changes, with the parts of long values and one for the head */
function requireFewChanges(operations: number, parts: readonly (Parts | undefined)[]): void {
  const found = operations + 1 + parts.reduce((sum, part) => sum + (part?.count ?? 0), 0);
  if (found <= mostChanges) return;
  throw new StoreLimitError(
    `the change has ${found} parts with those of the records that it replaces, and Deno KV takes at most ${mostChanges}. Write less at once`,
    "operations",
  );
}

/** True if a commit only adds to existing counters that expire. */
function onlyCounts(
  { sets = [], deletes = [], sums = [] }: Changes,
  known: ReadonlyMap<string, TouchedRecord>,
): boolean {
  if (sets.length + deletes.length > 0) return false;
  return sums.every(({ key }) => known.get(key)?.record?.expiresAt !== undefined);
}

/** Explains an error of Deno KV. Its limits are errors of the type, with a text such as "Too many checks (max 100)". */
function explain(error: unknown): never {
  const message = error instanceof Error ? error.message : "";
  if (!/^(?:Too many|(?:Key|Total|Value)\b.* too large)/i.test(message)) throw error;
  throw new StoreLimitError(
    `the change is too large for Deno KV: ${message}. Write less at once`,
    "commitBytes",
  );
}

/** Returns the key of a record that changes with every commit to a partition, except counts in expiring counters. */
function headKey(partition: string): string[] {
  return ["postern", "head", partition];
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
