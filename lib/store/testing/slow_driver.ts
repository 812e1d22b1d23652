import type { AtomicDriver } from "../contract/driver.ts";
import type { AtomicOperations } from "../contract/atomic_driver.ts";

/** Names of the calls that answer later. The others are synchronous in every engine. */
const calls: ReadonlySet<string | symbol> = new Set<keyof AtomicOperations>([
  "assertInPlace",
  "commit",
  "getMany",
  "list",
  "query",
  "queryReplica",
  "scan",
]);

/**
 * Wraps a driver so that each call takes a number of turns of the event loop. Half of them pass before the store is read or changed. A
 * driver in memory responds synchronously, so it hides errors that other stores show: state that is dropped before its commit, for example.
 *
 * @example
 * ```ts
 * import { slowDriver } from "postern/testing";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const storage = slowDriver(memoryDriver(), 3);
 * ```
 */
export function slowDriver<Driver extends AtomicDriver>(driver: Driver, turns: number): Driver {
  const before = Math.ceil(turns / 2);
  const atomic = new Proxy(driver.atomic, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (!calls.has(name)) return member.bind(target) as unknown;
      return async (...parameters: unknown[]): Promise<unknown> => {
        await pass(before);
        try {
          return (await Reflect.apply(member, target, parameters)) as unknown;
        } finally {
          await pass(turns - before);
        }
      };
    },
  });
  return { ...driver, atomic };
}

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>(nextTurn);
}

/** Node's `setImmediate`, because a timer of 0 ms takes 1 ms there. */
const { setImmediate: immediate } = globalThis as { setImmediate?: (run: () => void) => void };

function nextTurn(run: () => void): void {
  if (immediate === undefined) setTimeout(run, 0);
  else immediate(run);
}
