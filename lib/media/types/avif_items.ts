import { type Box, boxesIn, Cursor } from "./boxes.ts";
import { shownSize } from "./orientation.ts";
import type { SourceFile } from "./source_file.ts";

/** A picture or metadata of an AVIF file. */
export interface Item {
  type: string;
  /** Position of the type. The name of the item follows, up to `end`. */
  typeAt: number;
  end: number;
  extents: { start: number; length: number }[];
}

/** Reads the items of an AVIF file, and the size of its main picture. @param boxes the content of the box `meta` */
export function readItems(
  file: SourceFile,
  boxes: readonly Box[],
): { items: Item[]; size: { width: number; height: number } } {
  const boxOf = (name: string): Box => {
    const box = boxes.find((one) => one.name === name);
    if (box === undefined) throw file.damaged(`it has no part ${name}`);
    return box;
  };
  const main = readMain(file, boxOf("pitm"));
  const items = readTypes(file, boxOf("iinf"));
  const data = boxes.find(({ name }) => name === "idat");
  readExtents(file, boxOf("iloc"), { items, data });
  return { items: [...items.values()], size: readSize(file, boxOf("iprp"), main) };
}

/** Reads a cursor behind the version and flags of a box. */
function open(file: SourceFile, { content }: Box): { cursor: Cursor; version: number; flags: number } {
  const cursor = new Cursor(file, content);
  return { version: cursor.next(1), flags: cursor.next(3), cursor };
}

function readMain(file: SourceFile, box: Box): number {
  const { cursor, version } = open(file, box);
  return cursor.next(version === 0 ? 2 : 4);
}

function readTypes(file: SourceFile, box: Box): Map<number, Item> {
  const { version: listVersion } = open(file, box);
  const items = new Map<number, Item>();
  const first = box.content + (listVersion === 0 ? 6 : 8);
  for (const entry of boxesIn(file, first, box.end)) {
    const { cursor, version } = open(file, entry);
    if (entry.name !== "infe" || version < 2) throw file.damaged("its list of items is invalid");
    const id = cursor.next(version === 2 ? 2 : 4);
    cursor.next(2);
    items.set(id, { typeAt: cursor.at, type: cursor.text(4), end: entry.end, extents: [] });
  }
  return items;
}

/** Reads the positions of the items' bytes, which are in the file, or in the box `idat`. */
function readExtents(
  file: SourceFile,
  box: Box,
  { items, data }: { items: ReadonlyMap<number, Item>; data: Box | undefined },
): void {
  const { cursor, version } = open(file, box);
  const [offsetBytes, lengthBytes] = nibbles(cursor.next(1));
  const [baseBytes, indexBytes] = nibbles(cursor.next(1));
  const idBytes = version < 2 ? 2 : 4;
  for (let left = cursor.next(idBytes); left > 0; left--) {
    file.countPart();
    const item = items.get(cursor.next(idBytes));
    const method = version === 0 ? 0 : cursor.next(2) & 15;
    cursor.next(2);
    const base = cursor.next(baseBytes);
    for (let extents = cursor.next(2); extents > 0; extents--) {
      // An extent can have no bytes in the list.
      file.countPart();
      if (version > 0) cursor.next(indexBytes);
      const offset = base + cursor.next(offsetBytes);
      const length = cursor.next(lengthBytes);
      if (method > 1 || item === undefined) continue;
      const start = offset + (method === 1 ? (data?.content ?? 0) : 0);
      file.requireRange(start, length);
      item.extents.push({ start, length });
    }
  }
}

function nibbles(byte: number): [number, number] {
  return [byte >> 4, byte & 15];
}

/** Reads the size of the main picture, turned as its properties say. Checks the sizes of all pictures. */
function readSize(file: SourceFile, box: Box, main: number): { width: number; height: number } {
  const parts = [...boxesIn(file, box.content, box.end)];
  const list = parts.find(({ name }) => name === "ipco");
  const properties = list === undefined ? [] : [...boxesIn(file, list.content, list.end)];
  for (const { name, content } of properties) {
    if (name === "ispe") file.checkSize(file.u32(content + 4), file.u32(content + 8));
  }
  const used = parts
    .filter(({ name }) => name === "ipma")
    .flatMap((part) => propertiesOf(file, part, main))
    .flatMap((index) => properties[index - 1] ?? []);
  const size = used.find(({ name }) => name === "ispe");
  if (size === undefined) throw file.damaged("it has no size");
  const turn = used.find(({ name }) => name === "irot");
  const isTurned = turn !== undefined && file.u8(turn.content) % 2 === 1;
  return shownSize(file.u32(size.content + 4), file.u32(size.content + 8), isTurned ? 6 : 1);
}

/** Returns the numbers of an item's properties, from 1. */
function propertiesOf(file: SourceFile, box: Box, id: number): number[] {
  const { cursor, version, flags } = open(file, box);
  const isWide = flags % 2 === 1;
  for (let left = cursor.next(4); left > 0; left--) {
    file.countPart();
    const isOfItem = cursor.next(version < 1 ? 2 : 4) === id;
    const numbers = Array.from({ length: cursor.next(1) }, () =>
      isWide ? cursor.next(2) % 0x80_00 : cursor.next(1) % 0x80,
    );
    if (isOfItem) return numbers;
  }
  return [];
}
