import { given } from "../../base/given.ts";
import { resultTypes } from "../passages/passage.ts";
import type { TableDocument, TablePosting, TableWord } from "../../store/mod.ts";
import { type IndexedPassage, PassageIndex } from "../index/passage_index.ts";
import { countsInLists, type Field, weigh } from "../index/postings.ts";
import type { SearchDocument } from "../index/search_document.ts";
import { lengthWeight } from "../index/rank.ts";
import { namesOnly, usualWeights } from "../index/scores.ts";
import { type IndexedWord, stemKey } from "../index/vocabulary.ts";
import type { Pauses } from "../index/work.ts";
import { stemmedLanguage } from "../words/load_stemmer.ts";
import { type FoldedLine, writeFolded } from "./folded_text.ts";

/** Work of a word, in characters of a text. */
const workOfWord = 10;
/** Weighted number of places of a word that describes its result, in a result of usual length. */
const strongPlaces = 3;
const usualLength = 500;

/** Finds the words of a document, as an index in memory does, and returns them as rows of tables. */
export async function toTableDocument(
  document: SearchDocument,
  version: string,
  pauses: Pauses,
): Promise<TableDocument> {
  const index = new PassageIndex();
  const indexed = await index.add(document, pauses);
  const { results: _, ...fields } = document;
  const lines = await linesOf(index, pauses);
  return {
    ...fields,
    version,
    stemmed: stemmedLanguage(document.language),
    results: indexed.results.map((result) => {
      const passages = result.passages.map(({ number, isInLists }) => ({
        isInLists,
        lines: lines[number] ?? [],
      }));
      return {
        type: resultTypes.indexOf(result.type),
        length: result.length,
        nameLength: result.nameLength,
        name: result.passages[0]?.heading ?? "",
        passageCount: result.passages.length,
        passages: JSON.stringify(result.passages.map(toTablePassage)),
        folded: writeFolded(passages),
      };
    }),
    words: await wordsOf(index, pauses),
  };
}

/** A passage as the tables keep it. */
export type TablePassage = Pick<IndexedPassage, "heading" | "text" | "fragment" | "tags" | "isInLists">;

function toTablePassage({ heading, text, fragment, tags, isInLists }: IndexedPassage): TablePassage {
  return { heading, text, ...given({ fragment, tags }), isInLists };
}

async function wordsOf(
  { vocabulary, lengthOf }: PassageIndex,
  { work, pause }: Pauses,
): Promise<TableWord[]> {
  const spelled = Array.from(vocabulary.spelled(), ([form, words]) => [stemKey("", form), words] as const);
  const stems = await stemsByWord([...vocabulary.stems(), ...spelled], { work, pause });
  const words: TableWord[] = [];
  for (const word of vocabulary.words()) {
    const postings: TablePosting[] = [];
    word.postings.forEachResult((result, counts) => {
      const isStrong = describes(counts, lengthOf[result] ?? 0);
      postings.push({ result, counts, isListed: countsInLists(counts) > 0, isStrong });
    });
    words.push({ word: word.folded, stems: stems.get(word) ?? [], postings });
    if (work.add(workOfWord)) await pause();
  }
  return words;
}

/** Returns true if a word is in the name of a result, or in very many places for the length of the result. */
function describes(counts: number, length: number): boolean {
  if (weigh(counts, namesOnly) > 0) return true;
  return (
    weigh(counts, usualWeights) >= strongPlaces * (1 - lengthWeight + (lengthWeight * length) / usualLength)
  );
}

/** Returns the lines of each passage. A position without a word ends a line. */
async function linesOf(
  { vocabulary, passages }: PassageIndex,
  { work, pause }: Pauses,
): Promise<FoldedLine[][]> {
  const places: { field: Field; word: string }[][] = passages.map(() => []);
  for (const { folded, postings } of vocabulary.words()) {
    postings.forEachIn(0, passages.length, (passage, field, position) => {
      (places[passage] as { field: Field; word: string }[])[position] = { field, word: folded };
    });
    if (work.add(workOfWord)) await pause();
  }
  return places.map((words) => {
    const lines: { field: Field; words: string[] }[] = [];
    let isContinued = false;
    for (const place of words as ({ field: Field; word: string } | undefined)[]) {
      if (place !== undefined && isContinued) lines.at(-1)?.words.push(place.word);
      else if (place !== undefined) lines.push({ field: place.field, words: [place.word] });
      isContinued = place !== undefined;
    }
    return lines;
  });
}

async function stemsByWord(
  stems: Iterable<readonly [string, readonly IndexedWord[]]>,
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
