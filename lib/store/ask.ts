import { type Awaitable, isPromise } from "../awaitable.ts";
import { Failure, type Outcome, valueOf } from "./batch.ts";
import type { StoreResult } from "./gather.ts";
import type { CallQuestion, Question } from "./question.ts";
import type { Store } from "./store.ts";
import type { CountedUse, UseCounter } from "./uses.ts";

/** The answers of the questions of one request. */
export class Answers {
  /** The count of the use; undefined where none was counted. */
  readonly counted: Outcome<CountedUse> | undefined;
  readonly #questions: readonly Question<unknown>[];
  readonly #found: StoreResult["found"];
  readonly #called: readonly Outcome<unknown>[];

  constructor(
    questions: readonly Question<unknown>[],
    { counted, found }: StoreResult,
    called: readonly Outcome<unknown>[],
  ) {
    this.counted = counted;
    this.#questions = questions;
    this.#found = found;
    this.#called = called;
  }

  /** Whether a question was asked. */
  has(question: Question<unknown>): boolean {
    return this.#questions.includes(question);
  }

  /** Returns the answer of a question that was asked, or throws its failure. */
  of<Answer>(question: Question<Answer>): Answer {
    let records = 0;
    let calls = 0;
    for (const one of this.#questions) {
      if (one === question) {
        if ("records" in question) {
          return question.read(this.#found.slice(records, records + question.records.length));
        }
        return valueOf(this.#called[calls] as Outcome<Answer>);
      }
      if ("records" in one) records += one.records.length;
      else calls++;
    }
    throw new TypeError("Cannot answer a question that was not asked");
  }
}

const nothing: StoreResult = { counted: undefined, found: [] };

/**
 * Asks the questions of one request, and counts a use of its key, in one round trip to the store. Functions of the host are called meanwhile.
 * It does not reject: {@link Answers.of} throws the failure of a question.
 */
export function ask(
  store: Store,
  questions: readonly Question<unknown>[],
  counter?: UseCounter,
): Awaitable<Answers> {
  const records = questions.flatMap((question) => ("records" in question ? question.records : []));
  const isEmpty = counter === undefined && records.length === 0;
  const stored = isEmpty ? nothing : store.query({ counter, records });
  const calls = questions.flatMap((question) => ("records" in question ? [] : [call(question)]));
  if (calls.length > 0) {
    return Promise.all([stored, Promise.all(calls)]).then(
      ([result, called]) => new Answers(questions, result, called),
    );
  }
  if (isPromise(stored)) return stored.then((result) => new Answers(questions, result, []));
  return new Answers(questions, stored, []);
}

async function call(question: CallQuestion<unknown>): Promise<Outcome<unknown>> {
  try {
    return await question.call();
  } catch (error) {
    return new Failure(error);
  }
}
