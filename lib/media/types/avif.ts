import { type Item, readItems } from "./avif_items.ts";
import { type Box, boxesIn } from "./boxes.ts";
import type { ExaminedContent } from "./examined_file.ts";
import type { SourceFile } from "./source_file.ts";

/** Boxes that change the picture, by their place. All others are metadata. */
const keptBoxes = {
  file: new Set(["ftyp", "meta", "mdat", "moov"]),
  meta: new Set(["hdlr", "pitm", "iinf", "iloc", "iprp", "iref", "idat", "dinf", "grpl"]),
  moov: new Set(["mvhd", "trak", "mvex"]),
  trak: new Set(["tkhd", "tref", "edts", "mdia"]),
};

const metadataItems = new Set(["Exif", "mime", "uri "]);

/**
 * Checks an AVIF picture. Metadata is overwritten with zeros in its place, because other parts of the file name positions. The format
 * keeps orientation and colour profile as properties of the picture, and not in EXIF.
 */
export function examineAvif(file: SourceFile): ExaminedContent {
  const bytes = file.bytes.slice();
  const top = [...boxesIn(file, 0, file.length)];
  blankOthers(bytes, top, keptBoxes.file);
  const meta = top.find(({ name }) => name === "meta");
  if (meta === undefined) throw file.damaged("it has no picture");
  const inMeta = [...boxesIn(file, meta.content + 4, meta.end)];
  blankOthers(bytes, inMeta, keptBoxes.meta);
  const { items, size } = readItems(file, inMeta);
  const metadata = items.filter(({ type }) => metadataItems.has(type));
  const blanked = metadata.flatMap(({ extents }) => extents).reduce((sum, { length }) => sum + length, 0);
  if (blanked > file.length) throw file.damaged("its metadata overlaps");
  for (const item of metadata) blankItem(file, bytes, item);
  const movie = top.find(({ name }) => name === "moov");
  if (movie !== undefined) blankInMovie(file, bytes, movie);
  return { ...size, isAnimated: movie !== undefined, bytes };
}

function blankInMovie(file: SourceFile, bytes: Uint8Array, movie: Box): void {
  const inMovie = [...boxesIn(file, movie.content, movie.end)];
  blankOthers(bytes, inMovie, keptBoxes.moov);
  for (const { name, content, end } of inMovie) {
    if (name === "trak") blankOthers(bytes, [...boxesIn(file, content, end)], keptBoxes.trak);
  }
}

/** Replaces boxes by free space. */
function blankOthers(bytes: Uint8Array, boxes: readonly Box[], kept: ReadonlySet<string>): void {
  for (const { name, start, content, end } of boxes) {
    if (kept.has(name)) continue;
    rename(bytes, start + 4);
    bytes.fill(0, content, end);
  }
}

/** Overwrites the name and the bytes of an item, and changes its type, so that readers ignore it. */
function blankItem(file: SourceFile, bytes: Uint8Array, { typeAt, end, extents }: Item): void {
  rename(bytes, typeAt);
  bytes.fill(0, typeAt + 4, end);
  for (const { start, length } of extents) {
    if (length === 0)
      throw file.refused("has metadata without a length. Export the picture again, without metadata");
    bytes.fill(0, start, start + length);
  }
}

function rename(bytes: Uint8Array, at: number): void {
  bytes.set(new TextEncoder().encode("free"), at);
}
