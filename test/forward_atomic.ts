import type { AtomicOperations } from "../lib/store/mod.ts";

/** Members of the storage contract; undefined for one that is not to be there. */
export type Members = { [Name in keyof AtomicOperations]?: AtomicOperations[Name] | undefined };

/** An engine in front of another one: of the members that are not its own, it has those that the other one has, the optional too. */
export function forwardAtomic(atomic: AtomicOperations, own: Members): AtomicOperations {
  return new Proxy(atomic, {
    get: (target, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
