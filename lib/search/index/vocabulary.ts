import { compareTexts, lowerText } from "../../base/text/fold_text.ts";
import { foldWord } from "../words/fold_word.ts";
import { type StemmedLanguage, stemsOf } from "../words/load_stemmer.ts";
import { spellOut } from "../words/spell_out.ts";
import { BytePool } from "./byte_list.ts";
import { Postings } from "./postings.ts";
import { WordTrie } from "./word_trie.ts";
import type { Work } from "./work.ts";

export interface IndexedWord {
  folded: string;
  postings: Postings;
}

/** The words that a query wants of those that are found. */
export interface WantedWords {
  /** Maximum number of words. */
  most: number;
  /** True if the query may read the word in a result. Its results are work. */
  isWanted: (word: IndexedWord) => boolean;
  work: Work;
}

/** Estimated bytes of a word, its postings and its entries in the maps, without its characters. */
const bytesOfWord = 330;
/** Estimated bytes of a list of bytes, without the bytes. */
const bytesOfList = 80;

/** The words of an index, by folded form and by the stems of each language. */
export class Vocabulary {
  /** The bytes of all postings. */
  readonly pool: BytePool = new BytePool();
  readonly #words = new Map<string, IndexedWord>();
  /** Words by language and stem. */
  readonly #stems = new Map<string, IndexedWord[]>();
  /** Pairs of a language and a written form whose stems are known. */
  readonly #stemmed = new Map<string, Set<string>>();
  /** All folded and spelled words. */
  readonly #trie = new WordTrie();
  /** Words by the folded form that spells their letters out, in the languages that do so. */
  readonly #spelled = new Map<string, IndexedWord[]>();
  #bytes = 0;

  /** Estimated size in bytes. */
  get bytes(): number {
    return this.#bytes + this.#trie.bytes + bytesOfList * this.pool.lists;
  }

  get(folded: string): IndexedWord | undefined {
    return this.#words.get(folded);
  }

  /** Returns the word with a folded form, and adds it if it is new. */
  add(folded: string): IndexedWord {
    const known = this.#words.get(folded);
    if (known !== undefined) return known;
    const word = { folded, postings: new Postings(this.pool) };
    this.#words.set(folded, word);
    if (!this.#spelled.has(folded)) this.#trie.add(folded);
    this.#bytes += bytesOfWord + 2 * folded.length;
    return word;
  }

  /** Returns the languages, and the written forms of words in each. */
  forms(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#stemmed;
  }

  /** Returns the words by language and stem: `en run`. */
  stems(): ReadonlyMap<string, readonly IndexedWord[]> {
    return this.#stems;
  }

  /** Returns the words by the folded form that spells their letters out: `müller` by `mueller`. */
  spelled(): ReadonlyMap<string, readonly IndexedWord[]> {
    return this.#spelled;
  }

  words(): Iterable<IndexedWord> {
    return this.#words.values();
  }

  addStems(word: IndexedWord, written: string, language: StemmedLanguage): void {
    const { tag } = language;
    let stemmed = this.#stemmed.get(tag);
    if (stemmed === undefined) this.#stemmed.set(tag, (stemmed = new Set()));
    if (stemmed.has(written)) return;
    stemmed.add(written);
    this.#bytes += 50;
    for (const stem of stemsOf(written, word.folded, language)) addTo(this.#stems, stemKey(tag, stem), word);
    const lower = lowerText(written);
    const spelled = spellOut(lower, tag);
    if (spelled !== lower) this.#addSpelled(foldWord(spelled), word);
  }

  /** Returns the words that share a stem in a language. */
  withStem(language: string, stem: string): readonly IndexedWord[] {
    return this.#stems.get(stemKey(language, stem)) ?? [];
  }

  /** Returns the most frequent words that begin with a prefix. */
  *withPrefix(prefix: string, { most, isWanted, work }: WantedWords): Generator<void, IndexedWord[]> {
    const found: IndexedWord[] = [];
    // A word can be found twice: also by its spelled form.
    const isNew = (word: IndexedWord): boolean => !found.includes(word) && isWanted(word);
    const wanted = { most, compare: compareFrequency, isWanted: isNew };
    yield* this.#trie.withPrefix(prefix, work, (key) =>
      this.#visit(key, (word) => keepBest(found, word, wanted)),
    );
    return found;
  }

  /** Returns the nearest words within an edit distance, of equally near ones the most frequent. */
  *near(
    folded: string,
    { distance, most, isWanted, work }: WantedWords & { distance: number },
  ): Generator<void, { word: IndexedWord; distance: number }[]> {
    const found: { word: IndexedWord; distance: number }[] = [];
    const wanted = {
      most,
      compare: (one: { word: IndexedWord; distance: number }, other: typeof one) =>
        one.distance - other.distance || compareFrequency(one.word, other.word),
      isWanted: ({ word }: { word: IndexedWord }) => isWanted(word),
    };
    yield* this.#trie.near(folded, { most: distance, work }, (key, away) => {
      this.#visit(key, (word) => keepBest(found, { word, distance: away }, wanted));
    });
    return found;
  }

  #addSpelled(spelled: string, word: IndexedWord): void {
    if (!this.#spelled.has(spelled) && !this.#words.has(spelled)) this.#trie.add(spelled);
    addTo(this.#spelled, spelled, word);
    this.#bytes += 2 * spelled.length;
  }

  /** Calls `visit` with each word that has a key as its folded or spelled form. */
  #visit(key: string, visit: (word: IndexedWord) => void): void {
    const word = this.#words.get(key);
    if (word !== undefined) visit(word);
    const spelled = this.#spelled.get(key);
    if (spelled !== undefined) for (const one of spelled) visit(one);
  }
}

/** Returns the text by which words with a stem in a language are found. Without a language, it is that of a spelled form. */
export function stemKey(language: string, stem: string): string {
  return `${language} ${stem}`;
}

function addTo(lists: Map<string, IndexedWord[]>, key: string, word: IndexedWord): void {
  const words = lists.get(key);
  if (words === undefined) lists.set(key, [word]);
  else if (!words.includes(word)) words.push(word);
}

/** Orders words by the number of their results, the highest first. The order does not change while somebody types. */
function compareFrequency(one: IndexedWord, other: IndexedWord): number {
  return other.postings.results - one.postings.results || compareTexts(one.folded, other.folded);
}

/** Adds an item to a list of the best ones in order, if it is among them and wanted. */
function keepBest<Item>(
  best: Item[],
  item: Item,
  wanted: { most: number; compare: (one: Item, other: Item) => number; isWanted: (item: Item) => boolean },
): void {
  const { most, compare, isWanted } = wanted;
  let at = best.length;
  while (at > 0 && compare(item, best[at - 1] as Item) < 0) at--;
  if (at === most || !isWanted(item)) return;
  best.splice(at, 0, item);
  if (best.length > most) best.pop();
}
