/** Kinds of files: their types, sizes and metadata. */
export { type ExaminedFile, type MediaType, mediaTypes } from "./examined_file.ts";
export { examineFile } from "./examine_file.ts";
