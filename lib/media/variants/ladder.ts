import type { MediaRecord } from "../stored_media.ts";
import type { MediaType } from "../types/mod.ts";

/** Widths of the smaller copies of a picture in pixels. Few widths keep caches and stores small. */
export const ladder: readonly number[] = [320, 640, 960, 1280, 1920, 2560];

/** Formats of the copies of a picture. */
export type PictureFormat = "webp" | "avif" | "jpeg" | "png";

/** A copy of a picture. */
export interface Variant {
  /** A width of the {@link ladder}. The copy is at most as wide as the picture. */
  width: number;
  format: PictureFormat;
}

/** The format of the copies of a picture by default, for the types that have copies. */
const formats: Partial<Record<MediaType, PictureFormat>> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/gif": "png",
  "image/webp": "webp",
  "image/avif": "avif",
};

/** The values of a picture that decide about its copies. */
type Picture = Pick<MediaRecord, "type" | "width" | "isAnimated">;

/** Returns the copy of a picture for a width, or undefined if the picture has no copies: animations and drawings have none. */
function variantOf(picture: Picture, width: number, format?: PictureFormat): Variant | undefined {
  const { type, isAnimated = false } = picture;
  const ownFormat = formats[type];
  if (ownFormat === undefined || isAnimated || picture.width === undefined) return undefined;
  return { width: Math.min(width, widestOf(picture.width)), format: format ?? ownFormat };
}

/** Returns the copy that a query asks for. Undefined for the picture itself. */
export function wantedVariant(
  picture: Picture,
  { w, format }: { w?: number; format?: PictureFormat },
): Variant | undefined {
  if (w === undefined && format === undefined) return undefined;
  return variantOf(picture, w ?? Infinity, format);
}

/** Returns the copies of a picture for pages, with their widths in pixels. The last is as wide as the picture, or as the ladder. */
export function variantsForPages(picture: Picture): { variant: Variant; pixels: number }[] {
  const { type, width = 0 } = picture;
  const format = type === "image/avif" ? "avif" : "webp";
  const widest = widestOf(width);
  return ladder.flatMap((step) => {
    const variant = step > widest ? undefined : variantOf(picture, step, format);
    return variant === undefined ? [] : { variant, pixels: Math.min(step, width) };
  });
}

/** Returns the width of the widest copy: the first width of the ladder that is not smaller than the picture. */
function widestOf(width: number): number {
  return ladder.find((step) => step >= width) ?? ladder.at(-1) ?? width;
}
