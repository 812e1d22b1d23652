import type { AtomicOperations } from "../lib/store/mod.ts";

/** Members of the storage contract; undefined for one that is not to be there. */
export type Members = { [Name in keyof AtomicOperations]?: AtomicOperations[Name] | undefined };

/** Wraps an engine. Members that are not its own are those of the wrapped engine, including the optional ones. */
export function forwardAtomic(atomic: AtomicOperations, own: Members): AtomicOperations {
  return new Proxy(atomic, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
