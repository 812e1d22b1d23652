import type { AtomicOperations } from "../../lib/store/mod.ts";
import { ReadOnlyStoreError } from "./read_only_store_error.ts";

/** Returns the operations of an engine, but every commit fails. */
export function readOnlyOperations<Engine extends AtomicOperations>(engine: Engine): Engine {
  return new Proxy(engine, {
    get(target, name) {
      if (name === "commit") return refuseWrite;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** Fails in place of an operation that writes. */
export async function refuseWrite(): Promise<never> {
  throw new ReadOnlyStoreError();
}
