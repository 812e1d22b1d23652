import type { SearchTables } from "./contract/search_tables.ts";
import { toStoreError } from "./to_store_error.ts";

/** Converts the errors of an engine's tables, as the store converts those of the engine. */
export function tablesOfStore(tables: SearchTables): SearchTables {
  return new Proxy(tables, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name === "stoppedBy") return (signal: AbortSignal) => tablesOfStore(target.stoppedBy(signal));
      return async (...values: unknown[]) => {
        try {
          return (await member.apply(target, values)) as unknown;
        } catch (error) {
          throw toStoreError(error);
        }
      };
    },
  });
}
