import type { IndexedPassage, PassageIndex, VersionedDocument } from "../index/passage_index.ts";
import { BytePool } from "../index/byte_list.ts";
import { Postings } from "../index/postings.ts";
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
/** Bytes of written words before their memory is released. */
const mostPoolBytes = 1_048_576;

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
  #pool = new BytePool();

  constructor(writer: ByteWriter, passages: number) {
    this.#writer = writer;
    this.#numbers = new Int32Array(passages).fill(-1);
  }

  /** Keeps a passage. Passages must be kept in the order of their numbers. */
  keep({ number }: IndexedPassage): void {
    this.#numbers[number] = this.#kept++;
  }

  /** Writes a word with its places, unless it has none. Returns the number of places that were read. */
  writeWord(folded: string, postings: Postings): number {
    if (this.#pool.bytes > mostPoolBytes) this.#pool = new BytePool();
    const kept = new Postings(this.#pool);
    let read = 0;
    postings.forEachIn(0, this.#numbers.length - 1, (passage, field, position) => {
      read++;
      const number = this.#numbers[passage] as number;
      if (number >= 0) kept.add(number, number, field, position);
    });
    if (kept.passages === 0) return read;
    this.#writer.text(folded);
    this.#writer.bytes(kept.encoded());
    return read;
  }
}
