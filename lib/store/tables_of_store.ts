import type { SearchTables } from "./contract/search_tables.ts";
import { toStoreError } from "./to_store_error.ts";
import type { TraceCall } from "./traced_operations.ts";

const untraced: TraceCall = (_operation, call) => call();

/** Converts the errors of an engine's tables, as the store converts those of the engine. */
export function tablesOfStore(tables: SearchTables, trace: TraceCall = untraced): SearchTables {
  return new Proxy(tables, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name === "stoppedBy") {
        return (signal: AbortSignal) => tablesOfStore(target.stoppedBy(signal), trace);
      }
      return async (...values: unknown[]) => {
        try {
          return await trace(`search.${String(name)}`, async () => member.apply(target, values) as unknown);
        } catch (error) {
          throw toStoreError(error);
        }
      };
    },
  });
}
