import { describe, expect, it } from "vitest";
import { WordTrie } from "../../lib/search/index/word_trie.ts";
import { boundedWork } from "../../lib/search/index/work.ts";

/** All words of up to five letters of an alphabet, in an order that is not alphabetical. */
function wordsOf(alphabet: string): string[] {
  const words: string[] = [];
  for (let last = [""], length = 1; length <= 5; length++) {
    last = last.flatMap((word) => Array.from(alphabet, (letter) => word + letter));
    words.push(...last);
  }
  return words.map((_, at) => words[(at * 17 + 5) % words.length] as string);
}

/** The number of inserted, deleted, replaced and swapped letters, by its definition. */
function distanceOf(one: string, other: string): number {
  if (one === "" || other === "") return one.length + other.length;
  const [first, second] = [one.slice(1), other.slice(1)];
  const replaced = distanceOf(first, second) + (one[0] === other[0] ? 0 : 1);
  const swapped =
    one.length > 1 && one[0] === other[1] && one[1] === other[0]
      ? distanceOf(one.slice(2), other.slice(2)) + 1
      : Infinity;
  return Math.min(replaced, swapped, distanceOf(first, other) + 1, distanceOf(one, second) + 1);
}

function run(steps: Generator<void, void>): void {
  while (steps.next().done !== true);
}

describe("a tree of words", () => {
  const words = wordsOf("ab");
  const trie = new WordTrie();
  for (const word of words) trie.add(word);
  const work = boundedWork(1);

  it("has different words", () => {
    expect(new Set(words).size).toBe(62);
  });

  it.each(["", "a", "b", "ab", "bab", "abab", "babab", "c", "ac", "bababa"])(
    "finds the words with the prefix %j",
    (prefix) => {
      const found: string[] = [];
      run(trie.withPrefix(prefix, work, (word) => found.push(word)));
      expect(found.toSorted()).toEqual(words.filter((word) => word.startsWith(prefix)).toSorted());
    },
  );

  it.each(["abab", "bbaa", "cbab", "abcab", "ba", "aaaaaaa", "cccc"])("finds the words near %j", (typed) => {
    for (const most of [1, 2]) {
      const found: [string, number][] = [];
      run(trie.near(typed, { most, work }, (word, distance) => found.push([word, distance])));
      const expected = words
        .map((word): [string, number] => [word, distanceOf(typed, word)])
        .filter(([, distance]) => distance <= most);
      expect(new Map(found)).toEqual(new Map(expected));
      expect(found.length).toBe(expected.length);
    }
  });

  it("finds a child among many without reading them all", () => {
    const many = new WordTrie();
    const letters = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + at));
    for (const letter of letters) many.add(`${letter}x`);
    const found: string[] = [];
    run(many.withPrefix(letters[777] ?? "", work, (word) => found.push(word)));
    expect(found).toEqual([`${letters[777] ?? ""}x`]);
  });
});
