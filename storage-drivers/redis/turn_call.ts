import type { Address, AddToSum, Committed, Conflict, KnownAddress, Versioned } from "../../lib/store/mod.ts";
import { RedisStoreError } from "./redis_store_error.ts";

/** A commit that adds to counters if a record still is of a version, and does nothing else. */
export interface Count {
  partition: string;
  check: { key: string; version: string };
  sums: readonly AddToSum[];
  /** Decides where the script did nothing because there is more to it. */
  commitAlone: () => Promise<Committed | Conflict>;
  resolve: (outcome: Committed | Conflict | Promise<Committed | Conflict>) => void;
  reject: (error: unknown) => void;
}

/** What a read finds. */
export type Found = Versioned | "unchanged" | null;

/** Who waits for several reads. */
export interface Reader {
  reads: Read[];
  /** How many of the reads have no answer yet. */
  left: number;
  resolve: (found: Found[]) => void;
  reject: (error: unknown) => void;
}

/** A record that is read, once for all who ask for it. */
interface Read {
  partition: string;
  key: string;
  /** What the record begins with if it is as it is known; empty when it is not known. */
  beginning: string;
  found: Found;
  readers: Reader[];
}

/** More counts are several calls: the server runs the first while the next is put together. */
const mostCounts = 32;
/** Lua takes some thousand values at once. */
const mostReads = 500;

/** One call of the turn script: counts and reads that are asked for together. */
export class TurnCall {
  readonly #counts: Count[] = [];
  /** By partition, then by key and what is known. */
  readonly #reads = new Map<string, Map<string, Read>>();
  #readSize = 0;

  get hasRoomToCount(): boolean {
    return this.#counts.length < mostCounts;
  }

  get hasRoomToRead(): boolean {
    return this.#readSize < mostReads;
  }

  addCount(count: Count): void {
    this.#counts.push(count);
  }

  addRead({ partition, key, version }: KnownAddress, reader: Reader): void {
    let reads = this.#reads.get(partition);
    if (reads === undefined) this.#reads.set(partition, (reads = new Map()));
    const beginning = version === undefined ? "" : beginningOf(version);
    const name = `${key} ${beginning}`;
    let read = reads.get(name);
    if (read === undefined) {
      reads.set(name, (read = { partition, key, beginning, found: null, readers: [] }));
      this.#readSize++;
    }
    read.readers.push(reader);
    reader.reads.push(read);
  }

  /** The partitions, and the arguments after the time and the version, as the script reads them. */
  toArguments(): { partitions: string[]; values: string[] } {
    const partitions: string[] = [];
    const values = [String(this.#counts.length)];
    for (const { partition, check, sums } of this.#counts) {
      partitions.push(partition);
      values.push(sums.map(({ add, max = "-" }) => `${add} ${max}`).join(" "), check.key);
      for (const { key } of sums) values.push(key);
      values.push(beginningOf(check.version));
    }
    for (const [partition, reads] of this.#reads) {
      partitions.push(partition);
      values.push(String(reads.size));
      for (const { key } of reads.values()) values.push(key);
      for (const { beginning } of reads.values()) values.push(beginning);
    }
    return { partitions, values };
  }

  /** The same as a call for each partition. */
  byPartition(): TurnCall[] {
    const calls = new Map<string, TurnCall>();
    const callOf = (partition: string): TurnCall => {
      const call = calls.get(partition) ?? new TurnCall();
      calls.set(partition, call);
      return call;
    };
    for (const count of this.#counts) callOf(count.partition).addCount(count);
    for (const [partition, reads] of this.#reads) callOf(partition).#reads.set(partition, reads);
    return [...calls.values()];
  }

  /** Tells all who wait what the script replied; `parse` makes a record of an address and its bytes, or null when it has expired. */
  answer(reply: readonly unknown[], version: string, parse: Parse): void {
    let at = 0;
    for (const [index, count] of this.#counts.entries()) {
      const sums = reply.slice(at, (at += count.sums.length)) as (number | null | Error)[];
      answerCount(count, sums, `${version}${index + 1}`);
    }
    for (const reads of this.#reads.values()) {
      for (const read of reads.values()) answerRead(read, reply[at++] as Raw, parse);
    }
  }

  /** Tells all who wait that nothing came of it. */
  fail(error: unknown): void {
    for (const { reject } of this.#counts) reject(error);
    for (const reads of this.#reads.values()) {
      for (const { readers } of reads.values()) for (const { reject } of readers) reject(error);
    }
  }
}

type Parse = (address: Address, bytes: Buffer) => Versioned | null;
/** What the script answers to a read. */
type Raw = Buffer | 1 | null | Error;

/** What a record of this version that never expires begins with. */
function beginningOf(version: string): string {
  return `${version} - `;
}

function answerCount(
  { commitAlone, resolve, reject }: Count,
  sums: readonly (number | null | Error)[],
  version: string,
): void {
  const [first = null] = sums;
  if (first instanceof Error) reject(new RedisStoreError(first));
  else if (first === null) resolve(commitAlone());
  else if (!sums.includes(-1)) resolve({ committed: true, version, sums: sums as number[] });
  else {
    const exceededSums = sums.flatMap((sum, index) => (sum === -1 ? [index] : []));
    resolve({ committed: false, failedChecks: [], exceededSums });
  }
}

function answerRead(read: Read, raw: Raw, parse: Parse): void {
  try {
    if (raw instanceof Error) throw new RedisStoreError(raw);
    read.found = raw === 1 ? "unchanged" : raw && parse(read, raw);
  } catch (error) {
    for (const { reject } of read.readers) reject(error);
    return;
  }
  for (const reader of read.readers) {
    if (--reader.left === 0) reader.resolve(reader.reads.map(({ found }) => found));
  }
}
