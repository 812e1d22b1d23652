/** A value, or a promise of it: a store in memory answers immediately. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Whether a value is a promise of the platform's own kind. The values of a host must be {@link adopt}ed before. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return value instanceof Promise;
}

/** Makes a platform promise of what a host returns: a query builder's promise, or another realm's, is of its own kind. */
export function adopt<Value>(answer: Awaitable<Value>): Awaitable<Value> {
  const isForeign =
    !(answer instanceof Promise) &&
    typeof (answer as { then?: unknown } | null | undefined)?.then === "function";
  return isForeign ? Promise.resolve(answer) : answer;
}
