import type { IndexedPassage, PassageIndex, VersionedDocument } from "../index/passage_index.ts";
import type { Field, Postings } from "../index/postings.ts";
import type { Pauses } from "../index/work.ts";
import { resultTypes } from "../passages/passage.ts";
import type { ByteWriter } from "./byte_writer.ts";
import { passageFlags } from "./passage_flags.ts";

/** Destination of the bytes of an index. */
export interface IndexOutput {
  writer: ByteWriter;
  /** Stores the bytes that the writer has collected, if they are enough for a chunk. */
  drain: () => Promise<void>;
}

/** Characters of a text that take as long as an integer. */
const charactersPerUnit = 8;

/**
 * Writes the documents of an index, their words and the places of the words. The documents must be those that queries see when this
 * function is called. Later changes of the index, and documents that were removed from it, are left out. A unit of work is an integer.
 */
export async function writeIndex(
  index: PassageIndex,
  documents: readonly VersionedDocument[],
  { writer, drain }: IndexOutput,
  { work, pause }: Pauses,
): Promise<void> {
  const rest = async (units: number): Promise<void> => {
    await drain();
    if (work.add(units)) await pause();
  };
  const inOrder = documents.toSorted((one, other) => one.document.number - other.document.number);
  const places = new PlaceWriter(writer, index.passages.length);
  writer.integer(inOrder.length);
  for (const one of inOrder) {
    writeDocument(writer, one);
    let characters = 0;
    for (const { passages } of one.document.results) {
      for (const passage of passages) {
        places.keep(passage);
        characters += passage.text.length;
      }
    }
    await rest(characters / charactersPerUnit);
  }
  for (const { folded, postings } of [...index.vocabulary.words()]) {
    await rest(places.writeWord(folded, postings));
  }
  writer.text("");
  const forms = [...index.vocabulary.forms()];
  writer.integer(forms.length);
  for (const [tag, written] of forms) {
    writer.text(tag);
    // Forms that are added in the meantime are written, too. The reader leaves out those whose word has no place.
    for (const form of written) {
      writer.text(form);
      await rest(1);
    }
    writer.text("");
  }
}

function writeDocument(writer: ByteWriter, { version, document }: VersionedDocument): void {
  const { key, slug, language, section, tags, updatedAt, publicFrom, isFree, results } = document;
  for (const text of [version, key, slug, language, section]) writer.text(text);
  writeTexts(writer, tags);
  writer.number(updatedAt);
  writer.number(publicFrom);
  writer.integer(isFree ? 1 : 0);
  writer.integer(results.length);
  for (const { type, nameLength, passages } of results) {
    writer.integer(resultTypes.indexOf(type));
    writer.integer(nameLength);
    writer.integer(passages.length);
    let heading: string | undefined;
    for (const passage of passages) {
      writePassage(writer, passage, passage.heading === heading);
      heading = passage.heading;
    }
  }
}

function writePassage(writer: ByteWriter, passage: IndexedPassage, repeatsHeading: boolean): void {
  const { heading, text, fragment, tags, isContinued = false, isInLists, length } = passage;
  const flags =
    (isInLists ? passageFlags.isInLists : 0) |
    (isContinued ? passageFlags.isContinued : 0) |
    (repeatsHeading ? passageFlags.repeatsHeading : 0) |
    (fragment === undefined ? 0 : passageFlags.hasFragment) |
    (tags === undefined ? 0 : passageFlags.hasTags);
  writer.integer(flags);
  if (!repeatsHeading) writer.text(heading);
  writer.text(text);
  if (fragment !== undefined) writer.text(fragment);
  if (tags !== undefined) writeTexts(writer, tags);
  writer.integer(length);
}

function writeTexts(writer: ByteWriter, texts: readonly string[]): void {
  writer.integer(texts.length);
  for (const text of texts) writer.text(text);
}

/** Writes the places of words in the passages that are kept, which get new numbers. */
class PlaceWriter {
  readonly #writer: ByteWriter;
  /** New number of each passage, or -1. */
  readonly #numbers: Int32Array;
  #kept = 0;
  #lastWritten = 0;

  constructor(writer: ByteWriter, passages: number) {
    this.#writer = writer;
    this.#numbers = new Int32Array(passages).fill(-1);
  }

  /** Keeps a passage. Passages must be kept in the order of their numbers. */
  keep({ number }: IndexedPassage): void {
    this.#numbers[number] = this.#kept++;
  }

  /** Writes a word with its places, unless it has none. Returns the number of integers that were read. */
  writeWord(folded: string, postings: Postings): number {
    const writer = this.#writer;
    const last = this.#numbers.length - 1;
    let size = 0;
    let before = -1;
    let read = 0;
    postings.forEachIn(0, last, (passage) => {
      read++;
      if ((this.#numbers[passage] as number) < 0) return;
      size += passage === before ? 1 : 2;
      before = passage;
    });
    if (size === 0) return read;
    writer.text(folded);
    writer.integer(size);
    this.#lastWritten = -1;
    let current = -1;
    const places: { field: Field; position: number }[] = [];
    postings.forEachIn(0, last, (passage, field, position) => {
      const number = this.#numbers[passage] as number;
      if (number < 0) return;
      if (number !== current && current >= 0) this.#writePassage(current, places);
      current = number;
      places.push({ field, position });
    });
    this.#writePassage(current, places);
    return 2 * read;
  }

  /** Writes the places in a passage, and empties their list. */
  #writePassage(number: number, places: { field: Field; position: number }[]): void {
    const writer = this.#writer;
    const isSingle = places.length === 1;
    writer.integer(2 * (number - this.#lastWritten) + (isSingle ? 0 : 1));
    this.#lastWritten = number;
    if (!isSingle) writer.integer(places.length);
    let last = 0;
    for (const { field, position } of places) {
      writer.integer(2 * (position - last) + (field === 0 ? 0 : 1));
      if (field !== 0) writer.integer(field);
      last = position;
    }
    places.length = 0;
  }
}
