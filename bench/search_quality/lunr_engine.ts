import { depth, type Engine } from "./engine.ts";
import { loadPackage } from "./load_package.ts";
import type { SearchDocument } from "./search_document.ts";

interface Builder {
  ref(name: string): void;
  field(name: string): void;
  add(document: SearchDocument): void;
}
type Lunr = (configure: (this: Builder) => void) => { search(query: string): { ref: string }[] };

/** Lunr, which finds documents with any word, by English stems. It refuses queries with a colon. */
export const lunrEngine: Engine = {
  name: "Lunr",
  index: async (documents) => {
    const lunr = loadPackage("lunr") as Lunr;
    const index = lunr(function () {
      this.ref("id");
      this.field("title");
      this.field("text");
      for (const document of documents) this.add(document);
    });
    return async (query) =>
      index
        .search(query)
        .slice(0, depth)
        .map(({ ref }) => ref);
  },
};
