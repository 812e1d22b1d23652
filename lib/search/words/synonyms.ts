import { boundedWork, type Work, workAtOnce } from "../index/work.ts";
import { mostForms } from "../index/form_rules.ts";
import type { QueryWord } from "../parse_query.ts";
import { foldWord } from "./fold_word.ts";
import { forEachWord } from "./for_each_word.ts";
import { type StemmedLanguage, stemsOf } from "./load_stemmer.ts";

/** Work of a word that is stemmed. */
export const stemming = 100;
/** Maximum number of words of a member that a query can have. Longer ones, in languages without spaces, are only found. */
const longestTyped = 8;
/** Maximum number of synonyms of a query. Those of its last words are left out. */
const mostInQuery = 256;

/** Synonyms of words in a row of a query. */
interface FoundSynonyms {
  /** Index of the first word. */
  at: number;
  /** Number of the words. */
  length: number;
  members: readonly (readonly QueryWord[])[];
}

/** The members of all groups in the stems of a language, or as they are folded. */
interface Keys {
  ofMembers: readonly string[];
  /** Numbers of the groups that have a key. */
  groups: ReadonlyMap<string, readonly number[]>;
}

/** Groups of words and phrases that mean the same in an organization. */
export class Synonyms {
  readonly #members: (readonly QueryWord[])[] = [];
  /** Numbers of the members of each group. */
  readonly #groups: number[][] = [];
  /** Number of words of the longest member that a query can have. */
  readonly #longest: number;
  readonly #keys = new Map<string, Keys>();

  constructor(groups: readonly (readonly string[])[]) {
    for (const texts of groups) {
      const members = texts.map(wordsOf).filter(({ length }) => length > 0);
      this.#groups.push(members.map((member) => this.#members.push(member) - 1));
    }
    const lengths = this.#members.map(({ length }) => length);
    this.#longest = Math.max(0, ...lengths.filter((length) => length <= longestTyped));
  }

  /**
   * Finds the other members of the groups that have words of a query in this order, or forms of them in some languages. `isCut` is true if
   * some are left out.
   */
  *of(
    terms: readonly QueryWord[],
    { languages, work }: { languages: readonly StemmedLanguage[]; work: Work },
  ): Generator<void, { found: FoundSynonyms[]; isCut: boolean }> {
    const places = new Map<number, Set<number>>();
    for (const language of [undefined, ...languages]) {
      const keys = yield* this.#keysIn(language);
      const stems = terms.map((word) => stemOf(word, language));
      for (let at = 0; at < terms.length; at++) {
        for (let length = 1; length <= this.#longest && at + length <= terms.length; length++) {
          const place = at * (longestTyped + 1) + length;
          const others = this.#othersOf(stems.slice(at, at + length).join(" "), keys);
          if (others.length > 0) places.set(place, new Set([...(places.get(place) ?? []), ...others]));
          if (work.add(stemming + others.length)) yield;
        }
      }
    }
    let left = mostInQuery;
    let isCut = false;
    const found: FoundSynonyms[] = [];
    for (const [place, numbers] of [...places].toSorted(([one], [other]) => one - other)) {
      const wanted = [...numbers].toSorted((one, other) => one - other).slice(0, mostForms.synonyms);
      const members = wanted.slice(0, left).map((number) => this.#members[number] as QueryWord[]);
      left -= members.length;
      isCut ||= members.length < wanted.length;
      const length = place % (longestTyped + 1);
      found.push({ at: (place - length) / (longestTyped + 1), length, members });
    }
    return { found, isCut };
  }

  #othersOf(key: string, { ofMembers, groups }: Keys): number[] {
    const numbers = (groups.get(key) ?? []).flatMap((group) => this.#groups[group] ?? []);
    return numbers.filter((number) => ofMembers[number] !== key);
  }

  /** Stems the members once for each language. This is no work of the query, so it cannot use up its limit. */
  *#keysIn(language: StemmedLanguage | undefined): Generator<void, Keys> {
    const tag = language?.tag ?? "folded";
    const known = this.#keys.get(tag);
    if (known !== undefined) return known;
    const work = boundedWork(workAtOnce);
    const ofMembers: string[] = [];
    const groups = new Map<string, number[]>();
    for (const [group, numbers] of this.#groups.entries()) {
      for (const number of numbers) {
        const member = this.#members[number] ?? [];
        const key = member.map((word) => stemOf(word, language)).join(" ");
        ofMembers.push(key);
        const own = groups.get(key) ?? [];
        // Each group has another member, so that further groups would have too many.
        if (own.at(-1) !== group && own.length < mostForms.synonyms) own.push(group);
        groups.set(key, own);
        if (work.add(stemming * member.length)) yield;
      }
    }
    const keys = { ofMembers, groups };
    this.#keys.set(tag, keys);
    return keys;
  }
}

function stemOf({ written, folded }: QueryWord, language: StemmedLanguage | undefined): string {
  return language === undefined ? folded : (stemsOf(written, folded, language)[0] ?? folded);
}

function wordsOf(member: string): QueryWord[] {
  const words: QueryWord[] = [];
  forEachWord(member, (written) => {
    const folded = foldWord(written);
    if (folded !== "") words.push({ written, folded });
  });
  return words;
}
