import {
  type IndexedDocument,
  type IndexedResult,
  PassageIndex,
  type VersionedDocument,
} from "../index/passage_index.ts";
import { placeOf, PostingsLoader } from "../index/postings.ts";
import type { Pauses } from "../index/work.ts";
import { type Passage, type ResultType, resultTypes } from "../passages/passage.ts";
import { foldWord } from "../words/fold_word.ts";
import { loadStemmer } from "../words/load_stemmer.ts";
import type { ByteReader } from "./byte_reader.ts";
import { DamagedIndexError } from "./damaged_index_error.ts";
import { passageFlags } from "./passage_flags.ts";

/** An index that was saved, and its documents. */
export interface SavedIndex {
  index: PassageIndex;
  documents: VersionedDocument[];
}

/** Characters of a text that take as long as an integer. */
const charactersPerUnit = 8;
/** Integers that take as long as the stems of a word. */
const unitsPerForm = 40;

/**
 * Reads an index that `writeIndex` has written. A unit of work is an integer.
 *
 * @throws {DamagedIndexError} if the bytes are not those of an index
 */
export async function readIndex(reader: ByteReader, { work, pause }: Pauses): Promise<SavedIndex> {
  const index = new PassageIndex();
  const documents: VersionedDocument[] = [];
  const share = sharedTexts();
  for (let rest = reader.integer(); rest > 0; rest--) {
    const version = reader.text();
    const document = readDocument(reader, index, share);
    await index.addLanguage(document.language);
    documents.push({ version, document });
    const characters = readResults(reader, index, document);
    if (work.add(characters / charactersPerUnit)) await pause();
  }
  index.replace(
    documents.map(({ document }) => document),
    [],
  );
  const loader = new PostingsLoader(index.resultOf);
  for (let word = reader.text(); word !== ""; word = reader.text()) {
    const places = readPlaces(reader, loader.reserve(reader.integer()));
    const postings = loader.load(places);
    index.addWord(word, postings, places.length + 2 * postings.results);
    if (work.add(2 * places.length)) await pause();
  }
  await readForms(reader, index, { work, pause });
  if (!reader.isAtEnd) throw new DamagedIndexError("its length is wrong");
  return { index, documents };
}

function readDocument(
  reader: ByteReader,
  index: PassageIndex,
  share: (text: string) => string,
): IndexedDocument {
  return index.addDocument({
    key: reader.text(),
    slug: reader.text(),
    language: share(reader.text()),
    section: share(reader.text()),
    tags: readTexts(reader).map(share),
    updatedAt: reader.number(),
    publicFrom: reader.number(),
    isFree: reader.integer() === 1,
  });
}

/** Reads the results of a document. Returns the number of their characters. */
function readResults(reader: ByteReader, index: PassageIndex, document: IndexedDocument): number {
  let characters = 0;
  for (let results = reader.integer(); results > 0; results--) {
    const result = index.addResult(document, resultTypes[reader.integer()] as ResultType);
    result.nameLength = reader.integer();
    let heading = "";
    for (let passages = reader.integer(); passages > 0; passages--) {
      const passage = readPassage(reader, index, { result, heading });
      ({ heading } = passage);
      characters += heading.length + passage.text.length;
    }
    index.addLength(result);
  }
  return characters;
}

function readPassage(
  reader: ByteReader,
  index: PassageIndex,
  { result, heading: before }: { result: IndexedResult; heading: string },
): Passage {
  const flags = reader.integer();
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const heading = has(passageFlags.repeatsHeading) ? before : reader.text();
  const passage: Passage = { heading, text: reader.text() };
  if (has(passageFlags.hasFragment)) passage.fragment = reader.text();
  if (has(passageFlags.hasTags)) passage.tags = readTexts(reader);
  if (has(passageFlags.isContinued)) passage.isContinued = true;
  const added = index.addPassage(result, { ...passage, isInLists: has(passageFlags.isInLists) });
  added.length = reader.integer();
  return added;
}

function readTexts(reader: ByteReader): string[] {
  const texts: string[] = [];
  for (let rest = reader.integer(); rest > 0; rest--) texts.push(reader.text());
  return texts;
}

/** Reads the places of a word. */
function readPlaces(reader: ByteReader, places: Int32Array): Int32Array {
  let passage = -1;
  for (let at = 0; at < places.length;) {
    const head = reader.integer();
    passage += head >>> 1;
    places[at++] = -1 - passage;
    let position = 0;
    for (let rest = (head & 1) === 0 ? 1 : reader.integer(); rest > 0; rest--) {
      const place = reader.integer();
      position += place >>> 1;
      const field = (place & 1) === 0 ? 0 : reader.integer();
      places[at++] = placeOf(field, position);
    }
  }
  return places;
}

/** Reads the written forms of words, and computes their stems. */
async function readForms(
  reader: ByteReader,
  { vocabulary }: PassageIndex,
  { work, pause }: Pauses,
): Promise<void> {
  for (let languages = reader.integer(); languages > 0; languages--) {
    const tag = reader.text();
    const language = { tag, stemmer: await loadStemmer(tag) };
    for (let written = reader.text(); written !== ""; written = reader.text()) {
      const word = vocabulary.get(foldWord(written));
      if (word !== undefined) vocabulary.addStems(word, written, language);
      if (work.add(unitsPerForm)) await pause();
    }
  }
}

/** Returns a function that returns the same string for equal texts, which saves memory. */
function sharedTexts(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
}
