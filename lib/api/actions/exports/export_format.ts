/** Formats of an export, with the ending and the media type of the file. */
export const exportFormats = {
  markdown: { ending: "zip", type: "application/zip" },
  wxr: { ending: "xml", type: "application/xml" },
  ghost: { ending: "json", type: "application/json" },
  records: { ending: "ndjson", type: "application/x-ndjson" },
} as const;

/** Format of an export. `records` is the form of `postern import`. */
export type ExportFormat = keyof typeof exportFormats;

/** A file that is written while it is read. */
export interface ExportedFile {
  name: string;
  type: string;
  body: ReadableStream<Uint8Array>;
}
