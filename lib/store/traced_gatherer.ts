import type { Awaitable } from "../base/awaitable.ts";
import { type Answers, Gatherer, type GathererParts, type UseCounter } from "./ask.ts";
import type { CachedRecord } from "./question.ts";
import type { TraceCall } from "./traced_operations.ts";

/** A gatherer with a trace of each request's query. Requests can share a query, so each records the time that it waits. */
export class TracedGatherer extends Gatherer {
  readonly #trace: TraceCall;

  constructor(parts: GathererParts, trace: TraceCall) {
    super(parts);
    this.#trace = trace;
  }

  override run(
    counter: UseCounter | undefined,
    records: readonly CachedRecord<unknown>[],
  ): Awaitable<Answers> {
    return this.#trace(
      "query",
      () => super.run(counter, records),
      (answers) => failureOf(answers, counter, records),
    );
  }
}

/** Returns the failure of a count, or of the first failed read. */
function failureOf(
  answers: Answers,
  counter: UseCounter | undefined,
  records: readonly CachedRecord<unknown>[],
): unknown {
  try {
    if (counter !== undefined) void answers.use;
    for (const record of records) answers.get(record);
    return undefined;
  } catch (error) {
    return error;
  }
}
