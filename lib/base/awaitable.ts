/** A value, or a promise of it. A store in memory returns values without a promise. */
export type Awaitable<Value> = Value | Promise<Value>;

/** True if a value is a native promise. Pass values from a host through {@link adopt} first. */
export function isPromise<Value>(value: Awaitable<Value>): value is Promise<Value> {
  return value instanceof Promise;
}

/** Turns a host's thenable into a native promise. Query builders and other realms have their own promise classes. */
export function adopt<Value>(value: Awaitable<Value>): Awaitable<Value> {
  const isForeign =
    !(value instanceof Promise) &&
    typeof (value as { then?: unknown } | null | undefined)?.then === "function";
  return isForeign ? Promise.resolve(value) : value;
}

/** Continues with a value: immediately, or when its promise resolves. */
export function andThen<Value, Next>(
  value: Awaitable<Value>,
  continueWith: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return isPromise(value) ? value.then(continueWith) : continueWith(value);
}

/** Runs a function, also of a host, and recovers from its error: immediately, or when its promise rejects. */
export function orElse<Value>(
  run: () => Awaitable<Value>,
  recover: (error: unknown) => Awaitable<Value>,
): Awaitable<Value> {
  try {
    const value = adopt(run());
    return isPromise(value) ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
