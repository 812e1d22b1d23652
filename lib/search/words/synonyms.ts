import type { QueryWord } from "../parse_query.ts";
import { mostForms } from "../index/form_rules.ts";
import { foldWord } from "./fold_word.ts";
import { forEachWord } from "./for_each_word.ts";
import { type StemmedLanguage, stemsOf } from "./load_stemmer.ts";

/** Groups of words and phrases that mean the same in an organization. */
export class Synonyms {
  /** Number of words of the longest member. */
  readonly longest: number;
  readonly #groups: readonly (readonly (readonly QueryWord[])[])[];
  /** Groups by the keys of their members, by the tag of the language whose stems the keys have. */
  readonly #byKey = new Map<string, Map<string, Set<number>>>();

  constructor(groups: readonly (readonly string[])[]) {
    this.#groups = groups.map((members) => members.map(wordsOf).filter(({ length }) => length > 0));
    this.longest = Math.max(0, ...this.#groups.flat().map(({ length }) => length));
  }

  /** Returns the other members of the groups that have words in this order, or forms of them in some languages. */
  of(words: readonly QueryWord[], languages: Iterable<StemmedLanguage>): (readonly QueryWord[])[] {
    const found = new Set<readonly QueryWord[]>();
    for (const language of [undefined, ...languages]) {
      const key = keyOf(words, language);
      for (const group of this.#keysIn(language).get(key) ?? []) {
        for (const member of this.#groups[group] ?? [])
          if (keyOf(member, language) !== key) found.add(member);
      }
    }
    return [...found];
  }

  #keysIn(language: StemmedLanguage | undefined): Map<string, Set<number>> {
    const tag = language?.tag ?? "";
    const known = this.#byKey.get(tag);
    if (known !== undefined) return known;
    const keys = new Map<string, Set<number>>();
    for (const [group, members] of this.#groups.entries()) {
      for (const member of members) {
        const key = keyOf(member, language);
        keys.set(key, (keys.get(key) ?? new Set()).add(group));
      }
    }
    this.#byKey.set(tag, keys);
    return keys;
  }
}

/** Synonyms of words in a row of a query. */
export interface FoundSynonyms {
  /** Index of the first word. */
  at: number;
  /** Number of the words. */
  length: number;
  members: readonly (readonly QueryWord[])[];
}

/** Returns the synonyms of the words of a query. */
export function* synonymsIn(
  terms: readonly QueryWord[],
  synonyms: Synonyms,
  languages: readonly StemmedLanguage[],
): Generator<FoundSynonyms, void> {
  for (let at = 0; at < terms.length; at++) {
    for (let length = 1; length <= synonyms.longest && at + length <= terms.length; length++) {
      const members = synonyms.of(terms.slice(at, at + length), languages).slice(0, mostForms.synonyms);
      if (members.length > 0) yield { at, length, members };
    }
  }
}

function keyOf(words: readonly QueryWord[], language: StemmedLanguage | undefined): string {
  return words
    .map(({ written, folded }) => (language === undefined ? folded : stemsOf(written, folded, language)[0]))
    .join(" ");
}

function wordsOf(member: string): QueryWord[] {
  const words: QueryWord[] = [];
  forEachWord(member, (written) => {
    const folded = foldWord(written);
    if (folded !== "") words.push({ written, folded });
  });
  return words;
}
