import type { ExaminedContent } from "./examined_file.ts";
import type { SourceFile } from "./source_file.ts";

/** Number of bytes at the end of a PDF document that have its end mark. */
const endBytes = 1024;

/** Checks a PDF document: its first bytes and its end. Its bytes stay as they are. */
export function examinePdf(file: SourceFile): ExaminedContent {
  const start = Math.max(0, file.length - endBytes);
  if (!file.text(start, file.length - start).includes("%%EOF")) throw file.damaged("it has no end mark");
  return { bytes: file.bytes, note: "Metadata in the document is kept, such as its author." };
}
