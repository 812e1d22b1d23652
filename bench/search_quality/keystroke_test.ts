import { createRandom } from "./create_random.ts";
import type { SearchDocument } from "./search_document.ts";

/** Result of typing titles letter by letter. */
export interface KeystrokeTest {
  titles: number;
  /** Titles whose own page was a result, vanished and came back. */
  lost: string[];
  /** Titles at which some page was a result, vanished and came back. */
  flickers: string[];
  /** Titles at which the results were empty between others. */
  blank: string[];
  /** Mean number of letters until the title's page is a result. Pages that never are count with the length of the title. */
  letters: number;
}

/** A result that vanishes is counted from this letter on. */
const firstLetter = 3;
const shortestTitle = 5;
const seed = 53;

/** Types some titles letter by letter, and compares the results of each letter. */
export async function testKeystrokes(
  documents: readonly SearchDocument[],
  most: number,
  find: (typed: string) => Promise<string[]>,
): Promise<KeystrokeTest> {
  const test: KeystrokeTest = { titles: 0, lost: [], flickers: [], blank: [], letters: 0 };
  for (const { id, title } of pick(documents, most)) {
    const letters = Array.from(title);
    const lists: string[][] = [];
    for (let count = firstLetter; count <= letters.length; count++) {
      lists.push(await find(letters.slice(0, count).join("")));
    }
    test.titles++;
    const found = lists.findIndex((list) => list.includes(id));
    test.letters += found < 0 ? letters.length : found + firstLetter;
    if (comesBack(lists.map((list) => list.includes(id)))) test.lost.push(title);
    const pages = new Set(lists.flat());
    if ([...pages].some((page) => comesBack(lists.map((list) => list.includes(page)))))
      test.flickers.push(title);
    if (comesBack(lists.map(({ length }) => length > 0))) test.blank.push(title);
  }
  test.letters /= test.titles;
  return test;
}

/** Returns true if a value is true, then false, then true. */
export function comesBack(shown: readonly boolean[]): boolean {
  const gone = shown.indexOf(false, shown.indexOf(true));
  return shown.includes(true) && gone >= 0 && shown.includes(true, gone);
}

/** Returns documents with different titles, in a random order that is always the same. */
function pick(documents: readonly SearchDocument[], most: number): SearchDocument[] {
  const random = createRandom(seed);
  const titles = new Map(documents.map((document) => [document.title, document]));
  const left = [...titles.values()].filter(({ title }) => Array.from(title).length >= shortestTitle);
  const picked: SearchDocument[] = [];
  while (picked.length < most && left.length > 0) picked.push(...left.splice(random(left.length), 1));
  return picked;
}
