import { Counts } from "../values/counts.ts";

/** Markers of qTranslate: `[:en]Hello[:de]Hallo[:]` and `<!--:en-->Hello<!--:-->`. Its texts begin with one. */
const marker = /(?:\[:|<!--:)([a-z]{2,3}(?:[_-][A-Za-z]{2})?)?(?:\]|-->)/g;
const beginning = /^\s{0,100}(?:\[:[a-z]{2,3}[\]_-]|<!--:[a-z]{2,3}[-_])/;
const end = /\[:\]|<!--:-->/;

/** Reads texts in one language of those that a post has by qTranslate. */
export class LanguageParts {
  /** Parts that are left out, by language. */
  readonly leftOut: Counts = new Counts();
  /** The language that is read. Undefined until a text has several. */
  #language: string | undefined;
  readonly #preferred: string | undefined;

  /** @param preferred language tag of the site */
  constructor(preferred: string | undefined) {
    this.#preferred = preferred?.split("-", 1)[0];
  }

  /** The language that is read, unless it is that of the site. */
  get otherLanguage(): string | undefined {
    return this.#language?.split(/[_-]/, 1)[0] === this.#preferred ? undefined : this.#language;
  }

  /** Returns the part of a text in the language of the site, or else in the first language. Text for all languages stays. */
  of(text: string): string {
    if (!beginning.test(text) || !end.test(text)) return text;
    const markers = [...text.matchAll(marker)];
    const languages = markers.flatMap(([, language]) => language ?? []);
    this.#language ??= languages.find((one) => one.split(/[_-]/, 1)[0] === this.#preferred) ?? languages[0];
    const parts: string[] = [];
    for (const [index, { 0: all, 1: language, index: at }] of markers.entries()) {
      const part = text.slice(at + all.length, markers[index + 1]?.index);
      if (language === undefined || language === this.#language) parts.push(part);
      else if (part.trim() !== "") this.leftOut.add(language);
    }
    return parts.join("");
  }
}
