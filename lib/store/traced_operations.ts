import type { AtomicOperations } from "./contract/atomic_driver.ts";

/**
 * Runs a call to the store, and records it in a trace.
 *
 * @param operation name of the operation, such as `commit`
 * @param failureOf returns the failure in a result, or undefined for a success. Default: a call that returns has succeeded
 */
export type TraceCall = <Result>(
  operation: string,
  call: () => Result,
  failureOf?: (result: Awaited<Result>) => unknown,
) => Result;

/** The operations of an engine that reach its store, except queries, which requests share. */
const traced: ReadonlySet<string | symbol> = new Set<keyof AtomicOperations>([
  "commit",
  "getMany",
  "list",
  "scan",
]);

/** Returns the operations of an engine with a trace of each call. Methods run on the engine itself, which can have private fields. */
export function tracedOperations(engine: AtomicOperations, trace: TraceCall): AtomicOperations {
  return new Proxy(engine, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (!traced.has(name)) return member.bind(target) as unknown;
      return (...values: unknown[]) => trace(String(name), () => member.apply(target, values) as unknown);
    },
  });
}
