import { depth, type Engine } from "./engine.ts";
import { loadPackage } from "./load_package.ts";
import type { SearchDocument } from "./search_document.ts";

interface Orama {
  create(options: { schema: { title: "string"; text: "string" } }): unknown;
  insertMultiple(index: unknown, documents: readonly SearchDocument[]): Promise<unknown>;
  search(
    index: unknown,
    options: { term: string; limit: number },
  ): { hits: { id: string }[] } | Promise<{ hits: { id: string }[] }>;
}

/** Orama, which finds documents with any word, by its English tokenizer. */
export const oramaEngine: Engine = {
  name: "Orama",
  index: async (documents) => {
    const orama = loadPackage("@orama/orama") as Orama;
    const index = orama.create({ schema: { title: "string", text: "string" } });
    await orama.insertMultiple(index, documents);
    return async (query) => {
      const { hits } = await orama.search(index, { term: query, limit: depth });
      return hits.map(({ id }) => id);
    };
  },
};
