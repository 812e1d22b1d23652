import { type Passage, type ResultType, resultTypes } from "../passages/passage.ts";
import { foldWord } from "../words/fold_word.ts";
import { forEachWord } from "../words/for_each_word.ts";
import { loadStemmer, type StemmedLanguage, stemmedLanguage, type Stemmer } from "../words/load_stemmer.ts";
import { fields, type Field, isName } from "./postings.ts";
import type { SearchDocument } from "./search_document.ts";
import { Vocabulary } from "./vocabulary.ts";
import type { Pauses } from "./work.ts";

/** A document in the index. Queries see it from `isLive` on. */
export interface IndexedDocument extends Omit<SearchDocument, "results"> {
  number: number;
  isLive: boolean;
  results: IndexedResult[];
  /** Number of words. */
  length: number;
}

/** A document in an index, and the version that it was read with. */
export interface VersionedDocument {
  version: string;
  document: IndexedDocument;
}

/** A result of a document: a post, a FAQ entry or a knowledge text. */
export interface IndexedResult {
  number: number;
  document: IndexedDocument;
  type: ResultType;
  passages: IndexedPassage[];
  /** Number of words. */
  length: number;
  /** Number of words of the title or the question. */
  nameLength: number;
}

/** A passage of a result. */
export interface IndexedPassage extends Passage {
  number: number;
  result: IndexedResult;
  /** True if lists show the passage to every reader, although the post is not free. */
  isInLists: boolean;
  /** Number of words. */
  length: number;
}

/** Estimated bytes of a document with a result, and of a passage, without their texts. */
const bytesOf = { document: 740, passage: 350 };

/** An inverted index of the passages of documents, in memory. */
export class PassageIndex {
  readonly vocabulary: Vocabulary = new Vocabulary();
  readonly documents: IndexedDocument[] = [];
  readonly results: IndexedResult[] = [];
  readonly passages: IndexedPassage[] = [];
  /** Number of the result of each passage. */
  readonly resultOf: number[] = [];
  /**
   * Numbers of the document, the type, the words and the name's words of each result. Queries read them instead of the objects, which are not in the cache of
   * the processor.
   */
  readonly documentOf: number[] = [];
  readonly typeOf: number[] = [];
  readonly lengthOf: number[] = [];
  readonly nameLengthOf: number[] = [];
  /** Time from which each document is public, in milliseconds since the epoch, as of the last {@link replace}. `Infinity` if it is hidden. */
  visibleFrom: Float64Array = new Float64Array(0);
  /** Stemmers of the languages of documents. */
  readonly stemmers: Map<string, Stemmer> = new Map();
  /** Number of live results, and of their words. */
  live = { results: 0, words: 0 };
  /** Number of words of removed documents. */
  deadWords = 0;
  #bytes = 0;

  /** Estimated size in bytes. */
  get bytes(): number {
    return this.#bytes + this.vocabulary.bytes + this.vocabulary.pool.bytes;
  }

  /** Estimated least size in bytes of an index with more documents of this kind, which may repeat the same words. */
  leastBytesOf(times: number): number {
    return (this.#bytes + this.vocabulary.pool.bytes) * times + this.vocabulary.bytes;
  }

  /** Adds a document that no query sees yet. Its characters are the work. */
  async add(document: SearchDocument, { work, pause }: Pauses): Promise<IndexedDocument> {
    const language = await this.addLanguage(document.language);
    const added = this.addDocument(document);
    for (const { type, passages } of document.results) {
      const result = this.addResult(added, type);
      for (const [index, passage] of passages.entries()) {
        this.#indexPassage(result, { ...passage, isInLists: type === "post" && index === 0 }, language);
        if (work.add(passage.heading.length + passage.text.length)) await pause();
      }
      this.addLength(result);
    }
    return added;
  }

  /** Loads the stemmer of a language, if it has one. */
  async addLanguage(language: string): Promise<StemmedLanguage> {
    const tag = stemmedLanguage(language);
    const stemmer = this.stemmers.get(tag) ?? (await loadStemmer(tag));
    this.stemmers.set(tag, stemmer);
    return { tag, stemmer };
  }

  /** Adds a document without results. */
  addDocument(document: Omit<SearchDocument, "results">): IndexedDocument {
    const added: IndexedDocument = {
      ...document,
      number: this.documents.length,
      isLive: false,
      results: [],
      length: 0,
    };
    this.documents.push(added);
    this.#bytes += bytesOf.document;
    return added;
  }

  /** Adds a result without passages to the last document. */
  addResult(document: IndexedDocument, type: ResultType): IndexedResult {
    const { length: number } = this.results;
    const result: IndexedResult = { number, document, type, passages: [], length: 0, nameLength: 0 };
    this.results.push(result);
    this.documentOf.push(document.number);
    this.typeOf.push(resultTypes.indexOf(type));
    document.results.push(result);
    return result;
  }

  /** Adds a passage without words to the last result. */
  addPassage(result: IndexedResult, passage: Passage & { isInLists: boolean }): IndexedPassage {
    const added: IndexedPassage = { ...passage, number: this.passages.length, result, length: 0 };
    this.passages.push(added);
    this.resultOf.push(result.number);
    result.passages.push(added);
    this.#bytes += bytesOf.passage + bytesOfText(passage.heading) + bytesOfText(passage.text);
    return added;
  }

  /** Adds the lengths of the passages of the last result. */
  addLength(result: IndexedResult): void {
    for (const { length } of result.passages) result.length += length;
    this.lengthOf.push(result.length);
    this.nameLengthOf.push(result.nameLength);
    result.document.length += result.length;
  }

  /** Shows added documents to queries and hides others, in one step. */
  replace(added: readonly IndexedDocument[], removed: readonly IndexedDocument[]): void {
    // Running queries keep the array that they have begun with.
    const visibleFrom = new Float64Array(this.documents.length).fill(Infinity);
    visibleFrom.set(this.visibleFrom);
    this.visibleFrom = visibleFrom;
    this.live = { ...this.live };
    for (const document of removed) {
      document.isLive = false;
      visibleFrom[document.number] = Infinity;
      this.deadWords += document.length;
      this.live.words -= document.length;
      this.live.results -= document.results.length;
    }
    for (const document of added) {
      document.isLive = true;
      visibleFrom[document.number] = document.publicFrom;
      this.live.words += document.length;
      this.live.results += document.results.length;
    }
  }

  #indexPassage(
    result: IndexedResult,
    passage: Passage & { isInLists: boolean },
    language: StemmedLanguage,
  ): void {
    const added = this.addPassage(result, passage);
    const { heading, text, tags = [], isContinued = false, isInLists } = passage;
    if (!isContinued) this.#addText(added, heading, headingField(result.type, isInLists), language);
    this.#addText(added, text, isInLists ? fields.description : fields.text, language);
    for (const tag of tags) this.#addText(added, tag, fields.tags, language);
  }

  #addText(passage: IndexedPassage, text: string, field: Field, language: StemmedLanguage): void {
    const { vocabulary } = this;
    const before = passage.length;
    forEachWord(text, (written) => {
      const folded = foldWord(written);
      if (folded === "") return;
      const word = vocabulary.add(folded);
      vocabulary.addStems(word, written, language);
      word.postings.add(passage.result.number, passage.number, field, passage.length++);
    });
    if (isName(field)) passage.result.nameLength += passage.length - before;
    // A phrase does not continue in the next field or tag.
    if (passage.length > before) passage.length++;
  }
}

function headingField(type: ResultType, isInLists: boolean): Field {
  if (isInLists) return fields.title;
  return type === "faq" ? fields.question : fields.heading;
}

// oxlint-disable-next-line no-control-regex -- Latin-1 includes control characters
const latin1 = /^[\0-\xff]*$/;

function bytesOfText(text: string): number {
  return latin1.test(text) ? text.length : 2 * text.length;
}
