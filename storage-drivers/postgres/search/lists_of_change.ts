import type { IndexChange, TableDocument, TableResult } from "../../../lib/store/mod.ts";
import { arrayText } from "../records/array_text.ts";
import type { SqlValue } from "../connection/connection.ts";
import { storableText } from "../records/storable_text.ts";

/** Returns the arguments of `apply_to_search`. Its lists are numbered from 1. */
export function listsOfChange({ index, writer, removed, added }: IndexChange): SqlValue[] {
  return [
    index,
    writer,
    removed,
    ...listsOfDocuments(added),
    ...listsOfResults(added),
    ...listsOfWords(added),
  ];
}

function listsOfDocuments(added: readonly TableDocument[]): SqlValue[] {
  return [
    added.map(({ key }) => key),
    added.map(({ version }) => version),
    added.map(({ slug }) => slug),
    added.map(({ language }) => storableText(language)),
    added.map(({ stemmed }) => stemmed),
    added.map(({ section }) => storableText(section)),
    added.map(({ tags }) => arrayText(tags)),
    added.map(({ updatedAt }) => updatedAt),
    added.map(({ publicFrom }) => publicFrom),
    added.map(({ isFree }) => (isFree ? 1 : 0)),
  ];
}

/** Returns the arguments of `extend_in_search`, for further words of a document. */
export function listsOfWordsOf(
  { index, writer }: Pick<IndexChange, "index" | "writer">,
  document: TableDocument,
): SqlValue[] {
  return [
    index,
    writer,
    document.key,
    document.results.map((result) => aboutOf(result, document)),
    ...listsOfWords([document]),
  ];
}

function aboutOf({ length, type }: TableResult, { isFree }: TableDocument): number {
  return (length << 3) | (isFree ? 4 : 0) | type;
}

function listsOfResults(added: readonly TableDocument[]): SqlValue[] {
  const results = added.flatMap((document, at) =>
    document.results.map((result, number) => ({
      ...result,
      document: at + 1,
      number,
      about: aboutOf(result, document),
    })),
  );
  return [
    results.map(({ document }) => document),
    results.map(({ number }) => number),
    results.map(({ about }) => about),
    results.map(({ length }) => length),
    results.map(({ passageCount }) => passageCount),
    results.map(({ passages }) => passages),
  ];
}

/** Each word has one place in the lists, also if several documents have it. */
function listsOfWords(added: readonly TableDocument[]): SqlValue[] {
  const numbers = new Map<string, number>();
  const stems = new Map<string, { word: number; stem: string }>();
  const postings: { word: number; result: number; counts: number; places: string }[] = [];
  let firstResult = 1;
  for (const { words, results } of added) {
    for (const { word, stems: own, postings: found } of words) {
      const number = numbers.get(word) ?? numbers.size + 1;
      numbers.set(word, number);
      for (const stem of own) stems.set(`${number} ${stem}`, { word: number, stem });
      for (const { result, counts, places } of found) {
        postings.push({ word: number, result: firstResult + result, counts, places: arrayText(places) });
      }
    }
    firstResult += results.length;
  }
  return [
    [...numbers.keys()],
    Array.from(stems.values(), ({ word }) => word),
    Array.from(stems.values(), ({ stem }) => stem),
    postings.map(({ word }) => word),
    postings.map(({ result }) => result),
    postings.map(({ counts }) => counts),
    postings.map(({ places }) => places),
  ];
}
