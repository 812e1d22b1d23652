import { foldWord } from "../../lib/search/words/fold_word.ts";
import { forEachWord } from "../../lib/search/words/for_each_word.ts";
import { loadStemmer, stemmedLanguage, stemsOf } from "../../lib/search/words/load_stemmer.ts";
import { depth, type Engine } from "./engine.ts";
import { loadPackage } from "./load_package.ts";
import type { SearchDocument } from "./search_document.ts";

interface MiniSearchOptions {
  fields: string[];
  tokenize?: (text: string) => string[];
  processTerm?: (word: string) => string[];
  searchOptions?: SearchOptions;
}

interface SearchOptions {
  boost: Record<string, number>;
  prefix: (word: string, index: number, words: string[]) => boolean;
  fuzzy: (word: string) => number | boolean;
}

interface MiniSearch {
  addAll(documents: readonly SearchDocument[]): void;
  search(query: string): { id: string }[];
}

/** The best of 54 settings for the queries of the half `tune`. The last word is a prefix, and words of 4 letters may have typos. */
const tuned = (fuzzy: number): SearchOptions => ({
  boost: { title: 2 },
  prefix: (_word, index, words) => index === words.length - 1,
  fuzzy: (word) => (word.length > 3 ? fuzzy : false),
});

/** MiniSearch, which finds documents with any word: with default options, tuned, and tuned with Postern's words and stems. */
export const miniSearchEngines: readonly Engine[] = [
  engineOf("MiniSearch", () => ({})),
  engineOf("MiniSearch tuned", () => ({ searchOptions: tuned(0.2) })),
  engineOf("MiniSearch with our words", async (language) => {
    const tag = stemmedLanguage(language);
    const stemmed = { tag, stemmer: await loadStemmer(tag) };
    return {
      searchOptions: tuned(0.1),
      tokenize: wordsOf,
      processTerm: (word) => [...stemsOf(word, foldWord(word), stemmed)],
    };
  }),
];

function engineOf(
  name: string,
  optionsOf: (language: string) => Partial<MiniSearchOptions> | Promise<Partial<MiniSearchOptions>>,
): Engine {
  return {
    name,
    index: async (documents, language) => {
      const MiniSearch = loadPackage("minisearch") as new (options: MiniSearchOptions) => MiniSearch;
      const index = new MiniSearch({ fields: ["title", "text"], ...(await optionsOf(language)) });
      index.addAll(documents);
      return async (query) =>
        index
          .search(query)
          .slice(0, depth)
          .map(({ id }) => id);
    },
  };
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachWord(text, (word) => words.push(word));
  return words;
}
