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

/** Does something, and something else when that fails. */
export function attempt<Result>(
  action: () => Awaitable<Result>,
  recover: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  try {
    const result = action();
    return isPromise(result) ? result.catch(recover) : result;
  } catch (error) {
    return recover(error);
  }
}

/** Begins something whose failure is to be told with that of others: what throws rejects. */
export function begin<Result>(action: () => Awaitable<Result>): Awaitable<Result> {
  return attempt(action, reject);
}

async function reject(error: unknown): Promise<never> {
  throw error;
}

/** Whether a value is still to come. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  // A host's query builder may be a promise of its own kind.
  return (
    value instanceof Promise || typeof (value as { then?: unknown } | null | undefined)?.then === "function"
  );
}
