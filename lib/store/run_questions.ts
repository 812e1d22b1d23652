import { type Awaitable, isPromise } from "../base/awaitable.ts";
import { Failure, type Outcome } from "./contract/batch.ts";
import type { CachedRecord } from "./cached_record.ts";
import type { CountedUse, StoreResult, UseCounter } from "./gather.ts";
import type { CallQuestion, FoundRecords, Question } from "./question.ts";
import type { Store } from "./store.ts";
import type { Stored } from "./stored.ts";

type Called = ReadonlyMap<CallQuestion<unknown>, Outcome<unknown>>;

/** The results of one request's questions. */
export class Answers implements FoundRecords {
  readonly #stored: StoreResult;
  readonly #called: Called;

  constructor(stored: StoreResult, called: Called = noCalls) {
    this.#stored = stored;
    this.#called = called;
  }

  /** Returns the counted use, or throws its failure. */
  get use(): CountedUse {
    const { counted } = this.#stored;
    if (counted instanceof Failure) throw counted.error;
    if (counted === undefined) throw new TypeError("Cannot verify a key before its use is counted");
    return counted;
  }

  /** True if the question was part of the request. */
  has(question: Question<unknown>): boolean {
    if (!("records" in question)) return this.#called.has(question);
    return question.records.every((record) => this.#stored.found.has(record));
  }

  /** Returns the result of a question, or throws its failure. */
  of<Answer>(question: Question<Answer>): Answer {
    if ("records" in question) return question.read(this);
    const answer = this.#called.get(question);
    if (answer instanceof Failure) throw answer.error;
    return answer as Answer;
  }

  get<Data>(record: CachedRecord<Data>): Stored<Data> | null {
    const found = this.#stored.found.get(record);
    if (found instanceof Failure) throw found.error;
    if (found === undefined) throw new TypeError("Cannot return a record that was not read");
    return found as Stored<Data> | null;
  }
}

const noCalls: Called = new Map();
const nothing: StoreResult = { counted: undefined, found: new Map() };

/**
 * Runs the questions of one request, and counts a use of its key, in one round trip to the store. Calls functions of the host concurrently.
 * It never rejects: {@link Answers.of} throws the failure of a question. A repeated question runs once.
 *
 * @param mayBeStale true if a replica of the store may answer
 */
export function runQuestions(
  store: Store,
  questions: readonly Question<unknown>[],
  counter?: UseCounter,
  mayBeStale = false,
): Awaitable<Answers> {
  const records: CachedRecord<unknown>[] = [];
  const calls = new Set<CallQuestion<unknown>>();
  for (const question of questions) {
    if ("records" in question) records.push(...question.records);
    else calls.add(question);
  }
  const isEmpty = counter === undefined && records.length === 0;
  const stored = isEmpty ? nothing : store.execute({ counter, records, mayBeStale });
  if (calls.size > 0) return callHost(calls, stored);
  return isPromise(stored) ? stored.then((result) => new Answers(result)) : new Answers(stored);
}

/** Runs one question outside a request's first round trip. */
export async function runQuestion<Answer>(store: Store, question: Question<Answer>): Promise<Answer> {
  return (await runQuestions(store, [question])).of(question);
}

async function callHost(
  questions: ReadonlySet<CallQuestion<unknown>>,
  stored: Awaitable<StoreResult>,
): Promise<Answers> {
  const calls = Array.from(questions, async (question) => [question, await call(question)] as const);
  const [result, called] = await Promise.all([stored, Promise.all(calls)]);
  return new Answers(result, new Map(called));
}

async function call(question: CallQuestion<unknown>): Promise<Outcome<unknown>> {
  try {
    return await question.call();
  } catch (error) {
    return new Failure(error);
  }
}
