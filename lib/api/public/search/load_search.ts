import { onFirstUse } from "../../../base/first_use.ts";
import type { SearchHandlers } from "./search_port.ts";
import type { SearchHandlerDeps } from "./create_search_handlers.ts";

const load = onFirstUse(() => import("./create_search_handlers.ts"));

/** Returns a function that loads the handlers of search on the first request for one of them. A failed load is tried again. */
export function loadSearch(deps: SearchHandlerDeps): () => Promise<SearchHandlers> {
  let handlers: SearchHandlers | undefined;
  return async () => {
    const { createSearchHandlers } = await load();
    return (handlers ??= createSearchHandlers(deps));
  };
}
