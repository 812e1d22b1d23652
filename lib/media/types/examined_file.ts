/** The media types of files that are stored. */
export const mediaTypes = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
  "application/pdf",
  "video/mp4",
  "audio/mpeg",
] as const;

/** A media type of a file. */
export type MediaType = (typeof mediaTypes)[number];

/** A file whose content was checked. */
export interface ExaminedFile {
  type: MediaType;
  /** Width in pixels as shown: the orientation of a photograph is applied. Undefined for documents and sound, and if an SVG has no size. */
  width?: number;
  /** Height in pixels as shown. */
  height?: number;
  /** True if the picture has several frames. */
  isAnimated?: boolean;
  /** The bytes to store. Pictures are without their metadata, and an SVG picture is rewritten. */
  bytes: Uint8Array<ArrayBuffer>;
  /** True if browsers may show the file at its own address: all pictures, except SVG pictures that were not rewritten. */
  isInline: boolean;
  /** Sentence for the person who sent the file: parts that were removed, or metadata that was kept. */
  note?: string;
}

/** The values of a file that the check of its type finds. */
export type ExaminedContent = Omit<ExaminedFile, "type" | "isInline"> & { isInline?: boolean };
