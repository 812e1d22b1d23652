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
