import { adopt, type Awaitable } from "../base/awaitable.ts";
import { DamagedRecordError } from "./contract/damaged_record_error.ts";
import { encodeKey } from "./encode_key.ts";
import type { Location, Stored } from "./stored.ts";

/** The address of a record that questions read, and the version last read. Frequently read records stay cached between requests. */
export class CachedRecord<Data> {
  readonly partition: string;
  readonly key: string;
  stored: Stored<Data> | null = null;
  /** `asOf` of the last result that found {@link stored} unchanged. */
  asOf: number | undefined;

  constructor({ partition, key }: Location) {
    this.partition = encodeKey(partition);
    this.key = encodeKey(key);
  }
}

/** The records that a question reads. */
export interface FoundRecords {
  /** Returns a record, or throws the failure of its read. */
  get<Data>(record: CachedRecord<Data>): Stored<Data> | null;
}

/** A record, its damage, or null. */
export type FoundOrDamage<Data> = Stored<Data> | DamagedRecordError | null;

/** Returns a record or its damage. For callers that replace the record. */
export function findOrDamage<Data>(found: FoundRecords, record: CachedRecord<Data>): FoundOrDamage<Data> {
  try {
    return found.get(record);
  } catch (error) {
    if (error instanceof DamagedRecordError) return error;
    throw error;
  }
}

/** A question that is answered from cached records of the store. */
export interface RecordQuestion<Answer> {
  readonly records: readonly CachedRecord<unknown>[];
  /** Returns the answer from the records, or throws. */
  readonly read: (found: FoundRecords) => Answer;
}

/** A question that is answered by a function of the host. */
export interface CallQuestion<Answer> {
  readonly call: () => Awaitable<Answer>;
}

/** A question to a port, such as the content source. It is data, so that one round trip to the store can answer all questions of a request. */
export type Question<Answer> = RecordQuestion<Answer> | CallQuestion<Answer>;

/** Creates a question to the host. Its function may return any thenable. */
export function callQuestion<Answer>(call: () => Awaitable<Answer>): CallQuestion<Answer> {
  return { call: () => adopt(call()) };
}

/** Creates a question with a known answer. */
export function knownAnswer<Answer>(answer: Answer): RecordQuestion<Answer> {
  return { records: [], read: () => answer };
}
