import { onFirstUse } from "../../base/first_use.ts";
import { lowerText } from "../../base/text/fold_text.ts";
import { foldWord } from "./fold_word.ts";
import { spellOut } from "./spell_out.ts";

/** Returns the stem of a word in lower case. */
export type Stemmer = (word: string) => string;

/** A language from {@link stemmedLanguage}, with its stemmer. */
export interface StemmedLanguage {
  tag: string;
  stemmer: Stemmer;
}

/** Loads the Snowball stemmer of each language, by its primary subtag. Programs that do not search never load them. */
const loaders: Readonly<Record<string, () => Promise<{ stemmer: Stemmer }>>> = {
  ar: () => import("@orama/stemmers/arabic"),
  bg: () => import("@orama/stemmers/bulgarian"),
  da: () => import("@orama/stemmers/danish"),
  de: () => import("@orama/stemmers/german"),
  el: () => import("@orama/stemmers/greek"),
  en: () => import("@orama/stemmers/english"),
  es: () => import("@orama/stemmers/spanish"),
  fi: () => import("@orama/stemmers/finnish"),
  fr: () => import("@orama/stemmers/french"),
  ga: () => import("@orama/stemmers/irish"),
  hi: () => import("@orama/stemmers/indian"),
  hu: () => import("@orama/stemmers/hungarian"),
  hy: () => import("@orama/stemmers/armenian"),
  id: () => import("@orama/stemmers/indonesian"),
  it: () => import("@orama/stemmers/italian"),
  lt: () => import("@orama/stemmers/lithuanian"),
  nb: () => import("@orama/stemmers/norwegian"),
  ne: () => import("@orama/stemmers/nepali"),
  nl: () => import("@orama/stemmers/dutch"),
  nn: () => import("@orama/stemmers/norwegian"),
  no: () => import("@orama/stemmers/norwegian"),
  pt: () => import("@orama/stemmers/portuguese"),
  ro: () => import("@orama/stemmers/romanian"),
  ru: () => import("@orama/stemmers/russian"),
  sr: () => import("@orama/stemmers/serbian"),
  sv: () => import("@orama/stemmers/swedish"),
  ta: () => import("@orama/stemmers/tamil"),
  tr: () => import("@orama/stemmers/turkish"),
  uk: () => import("@orama/stemmers/ukrainian"),
};
for (const load of Object.values(loaders)) onFirstUse(load);

/** Returns the primary subtag of a language with a stemmer, or `""`. */
export function stemmedLanguage(tag: string): string {
  const [primary = ""] = tag.toLowerCase().split("-", 1);
  return Object.hasOwn(loaders, primary) ? primary : "";
}

/** Loads the stemmer of a language from {@link stemmedLanguage}. A language without a stemmer keeps its words. */
export async function loadStemmer(language: string): Promise<Stemmer> {
  const load = Object.hasOwn(loaders, language) ? loaders[language] : undefined;
  return load === undefined ? (word) => word : (await load()).stemmer;
}

/**
 * Returns the folded stems of a word. Rules of stemmers depend on accents, so a word has a second stem without them. It matches queries
 * that are typed without accents. A third stem matches queries that spell its letters out, such as `mueller`.
 */
export function stemsOf(word: string, folded: string, { tag, stemmer }: StemmedLanguage): readonly string[] {
  const stem = foldWord(stemmer(folded)) || folded;
  const lower = lowerText(word);
  if (lower === folded) return [stem];
  const accented = lower.slice(0, folded.length);
  const spelled = spellOut(accented, tag);
  const others = spelled === accented ? [accented] : [accented, spelled];
  const stems = [stem, ...others.map((other) => foldWord(stemmer(other)))];
  return [...new Set(stems)].filter((one) => one !== "");
}
