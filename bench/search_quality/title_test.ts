import type { SearchDocument } from "./search_document.ts";

/** Numbers of words of the titles that are searched. */
export const titleLengths = [1, 3] as const;

/** Result of the titles with a number of words. */
export interface TitleTest {
  words: number;
  titles: number;
  /** Titles whose page is the first result. */
  first: number;
  /** The other titles. */
  missed: string[];
}

/** Searches each title with one or three words. A title of several pages is searched once, and any of them may be first. */
export async function testTitles(
  documents: readonly SearchDocument[],
  language: string,
  search: (query: string, limit: number) => Promise<string[]>,
): Promise<TitleTest[]> {
  const pages = new Map<string, SearchDocument[]>();
  for (const document of documents) {
    const name = document.title.toLowerCase();
    pages.set(name, [...(pages.get(name) ?? []), document]);
  }
  const tests: TitleTest[] = titleLengths.map((words) => ({ words, titles: 0, first: 0, missed: [] }));
  for (const [, same] of pages) {
    const title = same[0]?.title ?? "";
    const words = countWords(title, language);
    const test = tests.find((one) => one.words === words);
    if (test === undefined) continue;
    test.titles++;
    const [first] = await search(title, 1);
    if (same.some(({ id }) => id === first)) test.first++;
    else test.missed.push(title);
  }
  return tests;
}

/** Counts words by spaces, because `json_each` or `react-dom` is a word for those who type it. Texts without spaces are segmented. */
function countWords(title: string, language: string): number {
  if (language !== "zh" && language !== "ja") return title.trim().split(/\s+/).length;
  const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(title);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}
