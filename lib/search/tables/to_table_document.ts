import { resultTypes } from "../passages/passage.ts";
import type { TableDocument, TablePosting, TableWord } from "../../store/mod.ts";
import { PassageIndex, type IndexedDocument } from "../index/passage_index.ts";
import type { IndexedWord } from "../index/vocabulary.ts";
import type { SearchDocument } from "../index/search_document.ts";
import type { Pauses } from "../index/work.ts";
import { stemmedLanguage } from "../words/load_stemmer.ts";
import { tablePassages, tablePlace } from "./table_passage.ts";

/** Work of a word, in characters of a text. */
const workOfWord = 10;

/** Finds the words of a document, as an index in memory does, and returns them as rows of tables. */
export async function toTableDocument(
  document: SearchDocument,
  version: string,
  pauses: Pauses,
): Promise<TableDocument> {
  const index = new PassageIndex();
  const indexed = await index.add(document, pauses);
  const { results: _, ...fields } = document;
  return {
    ...fields,
    version,
    stemmed: stemmedLanguage(document.language),
    results: indexed.results.map((result) => ({
      type: resultTypes.indexOf(result.type),
      length: result.length,
      passageCount: result.passages.length,
      passages: JSON.stringify(tablePassages(result)),
    })),
    words: await wordsOf(index, indexed, pauses),
  };
}

async function wordsOf(
  { vocabulary, passages, resultOf }: PassageIndex,
  { results }: IndexedDocument,
  { work, pause }: Pauses,
): Promise<TableWord[]> {
  const stems = await stemsByWord(vocabulary.stems(), { work, pause });
  const starts = results.flatMap((result) => tablePassages(result).map(({ start }) => start));
  const words: TableWord[] = [];
  for (const word of vocabulary.words()) {
    const postings = new Map<number, TablePosting & { places: number[] }>();
    word.postings.forEachResult((result, counts) => postings.set(result, { result, counts, places: [] }));
    word.postings.forEachIn(0, passages.length, (passage, field, position) => {
      const place = tablePlace((starts[passage] as number) + position, field);
      postings.get(resultOf[passage] as number)?.places.push(place);
    });
    words.push({ word: word.folded, stems: stems.get(word) ?? [], postings: [...postings.values()] });
    if (work.add(workOfWord)) await pause();
  }
  return words;
}

async function stemsByWord(
  stems: ReadonlyMap<string, readonly IndexedWord[]>,
  { work, pause }: Pauses,
): Promise<Map<IndexedWord, string[]>> {
  const found = new Map<IndexedWord, string[]>();
  for (const [stem, words] of stems) {
    for (const word of words) {
      const known = found.get(word);
      if (known === undefined) found.set(word, [stem]);
      else known.push(stem);
    }
    if (work.add(workOfWord)) await pause();
  }
  return found;
}
