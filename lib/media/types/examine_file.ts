import { UnsupportedFileError } from "../../base/file_errors.ts";
import { examineAvif } from "./avif.ts";
import type { ExaminedContent, ExaminedFile, MediaType } from "./examined_file.ts";
import { examineGif } from "./gif.ts";
import { examineJpeg } from "./jpeg.ts";
import { areFrames, examineMp3 } from "./mp3.ts";
import { examineMp4 } from "./mp4.ts";
import { examinePdf } from "./pdf.ts";
import { examinePng } from "./png.ts";
import { SourceFile } from "./source_file.ts";
import { examineSvg, isSvg } from "./svg/mod.ts";
import { examineWebp } from "./webp.ts";

interface FileKind {
  /** The kind in messages. */
  kind: string;
  /** @param start the first 32 bytes, as characters */
  matches: (start: string, bytes: Uint8Array) => boolean;
  examine: (file: SourceFile) => ExaminedContent;
}

/** All kinds of files, by the bytes that they begin with. */
const kinds: Readonly<Record<MediaType, FileKind>> = {
  "image/png": {
    kind: "PNG picture",
    matches: (start) => start.startsWith("\u0089PNG\r\n\u001a\n"),
    examine: examinePng,
  },
  "image/jpeg": {
    kind: "JPEG picture",
    matches: (start) => start.startsWith("\u00ff\u00d8\u00ff"),
    examine: examineJpeg,
  },
  "image/gif": { kind: "GIF picture", matches: (start) => /^GIF8[79]a/.test(start), examine: examineGif },
  "image/webp": {
    kind: "WebP picture",
    matches: (start) => /^RIFF.{4}WEBP/s.test(start),
    examine: examineWebp,
  },
  "image/avif": {
    kind: "AVIF picture",
    matches: (start) => /^.{4}ftyp(?:.{4}){0,5}avi[fs]/s.test(start),
    examine: examineAvif,
  },
  "video/mp4": {
    kind: "MP4 film",
    matches: (start) => /^.{4}ftyp(?:.{4}){0,5}(?:iso[m2-9]|mp4[12]|avc1|M4[AV] )/s.test(start),
    examine: examineMp4,
  },
  "application/pdf": {
    kind: "PDF document",
    matches: (start) => start.startsWith("%PDF-"),
    examine: examinePdf,
  },
  "audio/mpeg": {
    kind: "MP3 sound",
    matches: (start, bytes) => start.startsWith("ID3") || areFrames(bytes, 0),
    examine: examineMp3,
  },
  "image/svg+xml": { kind: "SVG picture", matches: (_start, bytes) => isSvg(bytes), examine: examineSvg },
};

const allowed = Object.values(kinds)
  .map(({ kind }) => `a ${kind}`.replace(/^a (?=A|SVG|MP)/, "an "))
  .join(", ");

/**
 * Checks a file by its content, and cuts the metadata out of pictures. The name is only used in messages.
 *
 * @throws {UnsupportedFileError} if the type is not supported, or a picture is too large
 * @throws {DamagedFileError} if the file is incomplete or breaks the rules of its format
 */
export function examineFile(bytes: Uint8Array<ArrayBuffer>, { name }: { name: string }): ExaminedFile {
  const start = String.fromCharCode(...bytes.subarray(0, 32));
  for (const [type, { kind, matches, examine }] of Object.entries(kinds)) {
    if (!matches(start, bytes)) continue;
    const isInline = type.startsWith("image/");
    return { type: type as MediaType, isInline, ...examine(new SourceFile(bytes, name, kind)) };
  }
  throw new UnsupportedFileError(name, `is not of a supported type. Send ${allowed}`);
}
