import { type Box, boxesIn, boxIn } from "./boxes.ts";
import type { ExaminedContent } from "./examined_file.ts";
import type { SourceFile } from "./source_file.ts";

/** Maximum number of bytes of a film's metadata that are searched for a place. */
const mostSearched = 1_000_000;

const placeMarks = /\u00a9xyz|loci|location\.ISO6709/;

/** Checks an MP4 film. Its bytes stay as they are. */
export function examineMp4(file: SourceFile): ExaminedContent {
  const top = [...boxesIn(file, 0, file.length)];
  const movie = top.find(({ name }) => name === "moov");
  const hasMedia = top.some(({ name }) => name === "mdat" || name === "moof");
  if (movie === undefined || !hasMedia) throw file.damaged("it has no list of its tracks, or no tracks");
  const inMovie = [...boxesIn(file, movie.content, movie.end)];
  const sizes = inMovie.flatMap((box) => (box.name === "trak" ? sizeOf(file, box) : []));
  const hasPlace = inMovie.some(({ name, start, end }) => {
    if (name === "trak") return false;
    return placeMarks.test(file.text(start, Math.min(end - start, mostSearched)));
  });
  const note = hasPlace
    ? "The film says where it was recorded, and readers can see it. Remove the place before you send the film, if it is private."
    : "Metadata in the film is kept, such as the time of its recording.";
  return { ...sizes[0], bytes: file.bytes, note };
}

/** Returns the size of a track with pictures, turned as its matrix says. */
function sizeOf(file: SourceFile, track: Box): { width: number; height: number }[] {
  const header = boxIn(file, track, "tkhd");
  if (header === undefined) return [];
  const isLong = file.u8(header.content) === 1;
  const matrix = header.content + (isLong ? 52 : 40);
  const [width, height] = [file.u16(matrix + 36), file.u16(matrix + 40)];
  if (width === 0 || height === 0) return [];
  const isTurned = file.u32(matrix) === 0 && file.u32(matrix + 4) !== 0;
  return [isTurned ? { width: height, height: width } : { width, height }];
}
