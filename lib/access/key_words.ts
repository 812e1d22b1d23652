import { foldText } from "../fold_text.ts";
import { comparedText } from "../format_characters.ts";
import { unspaced } from "../segment_words.ts";
import { encodeKey } from "../store/mod.ts";
import type { Credential } from "./credential.ts";

/** Maximum number of indexed words per key. */
const mostIndexed = 16;
/** Characters of a word that are compared. */
const longestWord = 40;
/** Length of an encoded word. A store replaces the end of a longer part of a key by a digest, so it could not be found by its beginning. */
const longestEncoded = 160;

const separators = /[^\p{L}\p{M}\p{N}]+/u;
const isUnspaced = new RegExp(`[${unspaced}]`, "u");

/** Returns the words under which a key is indexed. */
export function indexedWords(credential: Pick<Credential, "id" | "start" | "name">): string[] {
  return wordsOf(credential).slice(0, mostIndexed);
}

/** Returns the searched words: a key must have a word with each of these beginnings. */
export function searchedWords(search: string): string[] {
  return distinct(piecesOf(search));
}

/** True if each searched word is the beginning of a word of the key. */
export function hasWords(
  credential: Pick<Credential, "id" | "start" | "name">,
  searched: readonly string[],
): boolean {
  if (searched.length === 0) return true;
  const words = wordsOf(credential);
  return searched.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

/** Returns the words of a key: its id, the shown characters of its value, and the words of its name, also those within `ci-deploy`. */
function wordsOf({ id, start, name }: Pick<Credential, "id" | "start" | "name">): string[] {
  const words = piecesOf(name).flatMap((piece) => {
    const parts = piece.split(separators);
    return [piece, ...parts.flatMap((part) => [part, ...endingsOf(part)])];
  });
  return distinct([id, start, ...words]);
}

function piecesOf(text: string): string[] {
  return foldText(comparedText(text)).split(/\s+/u).map(withoutEdges);
}

/** Removes the characters before the first and after the last letter or digit. */
function withoutEdges(piece: string): string {
  const parts = piece.split(separators).filter((part) => part !== "");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  return piece.slice(piece.indexOf(first), piece.lastIndexOf(last) + last.length);
}

/** Returns the endings that begin in a script without spaces between words. Without a dictionary, every character can begin a word. */
function endingsOf(word: string): string[] {
  if (!isUnspaced.test(word)) return [];
  const characters = Array.from(word);
  return characters.flatMap((character, index) =>
    isUnspaced.test(character) ? [characters.slice(index).join("")] : [],
  );
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words.map(cut))].filter((word) => word !== "");
}

function cut(word: string): string {
  const characters = Array.from(word.slice(0, 2 * longestWord)).slice(0, longestWord);
  while (encodeKey([characters.join("")]).length > longestEncoded) characters.pop();
  return characters.join("");
}
