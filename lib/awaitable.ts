/**
 * What is there at once, or will be. A store in memory answers at once, and so does a request that needs nothing else: a promise
 * for each step would cost more than the steps.
 */
export type Awaitable<Value> = Value | Promise<Value>;

/** Goes on with a value: at once when it is there. */
export function andThen<Value, Result>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return isPromise(value) ? value.then(goOn) : goOn(value);
}

/** Does something, and goes on with what comes of it, or with why it failed. */
export function settle<Value, Result>(
  action: () => Awaitable<Value>,
  goOn: (value: Value) => Awaitable<Result>,
  recover: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  let value: Awaitable<Value>;
  try {
    value = action();
  } catch (error) {
    return recover(error);
  }
  return isPromise(value) ? value.then(goOn, recover) : goOn(value);
}

/** Begins something whose failure is to be told with that of others: what throws rejects. */
export function begin<Result>(action: () => Awaitable<Result>): Awaitable<Result> {
  try {
    return action();
  } catch (error) {
    return reject(error);
  }
}

async function reject(error: unknown): Promise<never> {
  throw error;
}

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
