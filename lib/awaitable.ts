/**
 * What is there at once, or will be. A store in memory answers at once, and so does a request that needs nothing else: a promise
 * for each step would cost more than the steps.
 */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * Goes on with a value: at once when it is there. A function that is there already is given the subject, so that none need be made for each
 * request: that costs more than to call it.
 */
export function andThen<Value, Result>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Awaitable<Result>,
): Awaitable<Result>;
export function andThen<Value, Result, Subject>(
  value: Awaitable<Value>,
  goOn: (value: Value, subject: Subject) => Awaitable<Result>,
  subject: Subject,
): Awaitable<Result>;
export function andThen<Value, Result, Subject>(
  value: Awaitable<Value>,
  goOn: (value: Value, subject?: Subject) => Awaitable<Result>,
  subject?: Subject,
): Awaitable<Result> {
  return isPromise(value) ? later(value, goOn, subject) : goOn(value, subject);
}

/** Apart from who calls it: a function that makes others pays for what they share each time it is called, even when it makes none. */
function later<Value, Result, Subject>(
  value: Promise<Value>,
  goOn: (value: Value, subject: Subject) => Awaitable<Result>,
  subject: Subject,
): Promise<Result> {
  return value.then((settled) => goOn(settled, subject));
}

/** Does something with a subject, and goes on with what comes of it, or with why it failed. */
export function settle<Subject, Value, Result>(
  subject: Subject,
  action: (subject: Subject) => Awaitable<Value>,
  goOn: (value: Value, subject: Subject) => Awaitable<Result>,
  recover: (error: unknown, subject: Subject) => Awaitable<Result>,
): Awaitable<Result> {
  let value: Awaitable<Value>;
  try {
    value = action(subject);
  } catch (error) {
    return recover(error, subject);
  }
  return isPromise(value) ? settleLater(value, subject, goOn, recover) : goOn(value, subject);
}

function settleLater<Subject, Value, Result>(
  value: Promise<Value>,
  subject: Subject,
  goOn: (value: Value, subject: Subject) => Awaitable<Result>,
  recover: (error: unknown, subject: Subject) => Awaitable<Result>,
): Promise<Result> {
  return value.then(
    (settled) => goOn(settled, subject),
    (error: unknown) => recover(error, subject),
  );
}

/** Begins something whose failure is to be told with that of others: what throws rejects. */
export function begin<Subject, Result>(
  subject: Subject,
  action: (subject: Subject) => Awaitable<Result>,
): Awaitable<Result> {
  try {
    return action(subject);
  } catch (error) {
    return reject(error);
  }
}

async function reject(error: unknown): Promise<never> {
  throw error;
}

/**
 * Says that a failure is told later, by who waits for something else first: until then it is none that nobody handles. To wait so for one
 * after the other costs less than `Promise.all`.
 */
export function handleLater(value: Awaitable<unknown>): void {
  if (isPromise(value)) value.catch(ignore);
}

function ignore(): void {}

/** Whether a value is still to come. What a host answers must be {@link adopt}ed before. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return value instanceof Promise;
}

/** What a host answers, which may be a promise of its own kind: a query builder's, or another realm's. */
export function adopt<Value>(answer: Awaitable<Value>): Awaitable<Value> {
  const isForeign =
    !(answer instanceof Promise) &&
    typeof (answer as { then?: unknown } | null | undefined)?.then === "function";
  return isForeign ? Promise.resolve(answer) : answer;
}
