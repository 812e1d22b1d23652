import type { IndexChange, TableDocument, TablePosting, TableResult } from "../../../lib/store/mod.ts";
import { arrayText } from "../records/array_text.ts";
import type { SqlValue } from "../connection/connection.ts";
import { hiddenWord, strongWord } from "../sql/search_tables.ts";

/** Returns the arguments of `write_search`. Its lists are numbered from 1. */
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
    added.map(({ language }) => language),
    added.map(({ stemmed }) => stemmed),
    added.map(({ section }) => section),
    added.map(({ tags }) => arrayText(tags)),
    added.map(({ updatedAt }) => updatedAt),
    added.map(({ publicFrom }) => publicFrom),
    added.map(({ isFree }) => (isFree ? 1 : 0)),
  ];
}

/** Returns the arguments of `extend_search`, for further words of a document. */
export function listsOfWordsOf(
  { index, writer }: Pick<IndexChange, "index" | "writer">,
  document: TableDocument,
): SqlValue[] {
  return [index, writer, document.key, ...listsOfWords([document])];
}

function aboutOf({ type }: TableResult, { isFree }: TableDocument): number {
  return (isFree ? 4 : 0) | type;
}

function markOf({ isListed, isStrong }: TablePosting, { isFree }: TableDocument): number {
  return (isFree || isListed ? 0 : hiddenWord) + (isStrong ? strongWord : 0);
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
    results.map(({ nameLength }) => nameLength),
    results.map(({ name }) => name),
    results.map(({ passageCount }) => passageCount),
    results.map(({ passages }) => passages),
    results.map(({ folded }) => folded),
  ];
}

/** Each word has one place in the lists, also if several documents have it. */
function listsOfWords(added: readonly TableDocument[]): SqlValue[] {
  const numbers = new Map<string, number>();
  const stems = new Map<string, { word: number; stem: string }>();
  const postings: { word: number; result: number; counts: number; mark: number }[] = [];
  let firstResult = 1;
  for (const document of added) {
    const { words, results } = document;
    for (const { word, stems: own, postings: found } of words) {
      const number = numbers.get(word) ?? numbers.size + 1;
      numbers.set(word, number);
      for (const stem of own) stems.set(`${number} ${stem}`, { word: number, stem });
      for (const posting of found) {
        const { result, counts } = posting;
        postings.push({
          word: number,
          result: firstResult + result,
          counts,
          mark: markOf(posting, document),
        });
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
    postings.map(({ mark }) => mark),
  ];
}
