import { clockTolerance } from "../../lib/base/time/clock.ts";
import {
  type Address,
  type AddToSum,
  type Batch,
  type BatchResult,
  type Committed,
  type Conflict,
  type Count,
  Failure,
  type FoundRecord,
  type Outcome,
  type RecordRead,
  type Versioned,
} from "../../lib/store/mod.ts";
import { RedisStoreError } from "./redis_store_error.ts";

/** Maximum number of counts in a call: the server runs the first call while the next one is built. */
const mostCounts = 32;
/** Maximum number of reads in a call. Lua's stack is limited to some thousand values. */
const mostReads = 500;

/** The outcomes of a batch, which its calls fill in. */
export interface OpenResult {
  counts: BatchResult["counts"][number][];
  reads: Outcome<FoundRecord>[];
}

/** Options for reading the reply of a call. */
export interface CallReader {
  /** Prefix of the versions that the call has written. */
  version: string;
  /** Returns the record of an address, or null when it has expired. */
  parse: (address: Address, bytes: Buffer) => Versioned | null;
  /** Counts with the commit script, for counts that the turn script cannot handle. */
  commitAlone: (count: Count) => Promise<Outcome<Committed | Conflict>>;
}

/** An item of a batch, and its index. */
interface Item<Asked> {
  asked: Asked;
  index: number;
}

/** One call of the turn script: some counts and reads of a batch. */
export class TurnCall {
  readonly #counts: Item<Count>[] = [];
  readonly #reads = new Map<string, Item<RecordRead>[]>();
  #readSize = 0;

  /** Splits a batch into calls. In a cluster each call touches one partition, because partitions are on different servers. */
  static ofBatch({ counts, reads }: Batch, joinsPartitions: boolean): TurnCall[] {
    const calls = new Map<string, TurnCall[]>();
    const callsFor = (partition: string): TurnCall[] => {
      const place = joinsPartitions ? "" : partition;
      const known = calls.get(place);
      if (known !== undefined) return known;
      const added: TurnCall[] = [];
      calls.set(place, added);
      return added;
    };
    for (const [index, asked] of counts.entries()) {
      if (!isPlainCount(asked)) continue;
      callWithRoom(callsFor(asked.partition), (call) => call.#counts.length < mostCounts).#counts.push({
        asked,
        index,
      });
    }
    for (const [index, asked] of reads.entries()) {
      callWithRoom(callsFor(asked.partition), (call) => call.#readSize < mostReads).#addRead({
        asked,
        index,
      });
    }
    return [...calls.values()].flat();
  }

  /** Returns the partitions, and the script's arguments after the time and the version. */
  toArguments(): { partitions: string[]; values: string[] } {
    const partitions: string[] = [];
    const values = [String(this.#counts.length)];
    for (const { asked } of this.#counts) {
      const { partition, check, sums } = asked;
      partitions.push(partition);
      values.push(sums.map(toAddition).join(" "), check.key);
      for (const { key } of sums) values.push(key);
      values.push(beginningOf(check.version));
    }
    for (const [partition, reads] of this.#reads) {
      partitions.push(partition);
      values.push(String(reads.length));
      for (const { asked } of reads) values.push(asked.key);
      for (const { asked } of reads)
        values.push(asked.known === undefined ? "" : beginningOf(asked.known.version));
    }
    return { partitions, values };
  }

  /** Splits the call into one call per partition. */
  byPartition(): TurnCall[] {
    const calls = new Map<string, TurnCall>();
    const callOf = (partition: string): TurnCall => {
      const call = calls.get(partition) ?? new TurnCall();
      calls.set(partition, call);
      return call;
    };
    for (const count of this.#counts) callOf(count.asked.partition).#counts.push(count);
    for (const [partition, reads] of this.#reads) callOf(partition).#reads.set(partition, reads);
    return [...calls.values()];
  }

  /** Fills in the outcomes from the script's reply. */
  settle(result: OpenResult, reply: readonly unknown[], reader: CallReader): void {
    let at = 0;
    for (const [number, { asked, index }] of this.#counts.entries()) {
      const sums = reply.slice(at, (at += asked.sums.length)) as Sum[];
      result.counts[index] = countOutcome(asked, sums, {
        ...reader,
        version: `${reader.version}${number + 1}`,
      });
    }
    for (const reads of this.#reads.values()) {
      for (const { asked, index } of reads) {
        result.reads[index] = readOutcome(asked, reply[at++] as Raw, reader);
      }
    }
  }

  /** Fills in a failure for every item. */
  fail(result: OpenResult, error: unknown): void {
    const failure = new Failure(error);
    for (const { index } of this.#counts) result.counts[index] = failure;
    for (const reads of this.#reads.values()) for (const { index } of reads) result.reads[index] = failure;
  }

  #addRead(read: Item<RecordRead>): void {
    const { partition } = read.asked;
    const reads = this.#reads.get(partition);
    if (reads === undefined) this.#reads.set(partition, [read]);
    else reads.push(read);
    this.#readSize++;
  }
}

/** True if the turn script can add a count, because its numbers are exact in Lua. The commit script adds all others. */
export function isPlainCount({ sums }: Count): boolean {
  return sums.length > 0 && sums.every(({ add }) => Number.isSafeInteger(add) && add >= 0);
}

/** The reply to a read: the record, 1 if it begins with the known prefix, or null. */
type Raw = Buffer | 1 | null | Error;
/** The reply to a counter: its sum, -1 above the maximum, or null if the commit script must count. */
type Sum = number | null | Error;

function callWithRoom(calls: TurnCall[], hasRoom: (call: TurnCall) => boolean): TurnCall {
  const found = calls.find(hasRoom);
  if (found !== undefined) return found;
  const call = new TurnCall();
  calls.push(call);
  return call;
}

/** Returns the addition, the maximum and the latest expiry of a counter. A counter that expires later was created by a clock that was ahead. */
function toAddition({ add, max, expiresAt }: AddToSum): string {
  return `${add} ${max ?? "-"} ${expiresAt === undefined ? "-" : expiresAt + clockTolerance}`;
}

/** Returns the prefix of a record with this version and no expiry. */
function beginningOf(version: string): string {
  return `${version} - `;
}

function countOutcome(
  count: Count,
  sums: readonly Sum[],
  { version, commitAlone }: CallReader,
): BatchResult["counts"][number] {
  const [first = null] = sums;
  if (first instanceof Error) return new Failure(new RedisStoreError(first));
  if (first === null) return commitAlone(count);
  if (!sums.includes(-1)) return { committed: true, version, sums: sums as number[] };
  const exceededSums = sums.flatMap((sum, index) => (sum === -1 ? [index] : []));
  return { committed: false, failedChecks: [], exceededSums };
}

function readOutcome(read: RecordRead, raw: Raw, { parse }: CallReader): Outcome<FoundRecord> {
  if (raw instanceof Error) return new Failure(new RedisStoreError(raw));
  if (raw === 1) return "unchanged";
  try {
    return raw && parse(read, raw);
  } catch (error) {
    return new Failure(error);
  }
}
