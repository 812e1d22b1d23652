import { depth, type Engine } from "./engine.ts";
import { loadPackage } from "./load_package.ts";
import type { SearchDocument } from "./search_document.ts";

interface MiniSearch {
  addAll(documents: readonly SearchDocument[]): void;
  search(query: string): { id: string }[];
}

/** MiniSearch, which finds documents with any word. */
export const miniSearchEngine: Engine = {
  name: "MiniSearch",
  index: async (documents) => {
    const MiniSearch = loadPackage("minisearch") as new (options: { fields: string[] }) => MiniSearch;
    const index = new MiniSearch({ fields: ["title", "text"] });
    index.addAll(documents);
    return async (query) =>
      index
        .search(query)
        .slice(0, depth)
        .map(({ id }) => id);
  },
};
