import type { SearchHandlers } from "./search_port.ts";
import type { SearchHandlerDeps } from "./create_search_handlers.ts";

/** Returns a function that loads the handlers of search on the first request for one of them. */
export function loadSearch(deps: SearchHandlerDeps): () => Promise<SearchHandlers> {
  let loaded: Promise<SearchHandlers> | undefined;
  return () => (loaded ??= load(deps));
}

async function load(deps: SearchHandlerDeps): Promise<SearchHandlers> {
  const { createSearchHandlers } = await import("./create_search_handlers.ts");
  return createSearchHandlers(deps);
}
