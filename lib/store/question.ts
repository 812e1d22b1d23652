import { adopt, type Awaitable } from "../awaitable.ts";
import type { CachedRecord } from "./cached_record.ts";
import type { Stored } from "./stored.ts";

/** The records of a question as they were found. */
export interface FoundRecords {
  /** Returns a record, or throws the failure of its read. */
  get<Data>(record: CachedRecord<Data>): Stored<Data> | null;
}

/** A question that cached records of the store answer. */
export interface RecordQuestion<Answer> {
  readonly records: readonly CachedRecord<unknown>[];
  /** Returns the meaning of the records, or throws. */
  readonly read: (found: FoundRecords) => Answer;
}

/** A question that a function of the host answers. */
export interface CallQuestion<Answer> {
  readonly call: () => Awaitable<Answer>;
}

/** A question to a port, such as the content source. It is data, so the questions of a request are one round trip to the store. */
export type Question<Answer> = RecordQuestion<Answer> | CallQuestion<Answer>;

/** A question to a host, whose promise may be of its own kind. */
export function callQuestion<Answer>(call: () => Awaitable<Answer>): CallQuestion<Answer> {
  return { call: () => adopt(call()) };
}

/** A question whose answer is known already. */
export function knownAnswer<Answer>(answer: Answer): RecordQuestion<Answer> {
  return { records: [], read: () => answer };
}
