import type { Variant } from "./ladder.ts";

/** Makes smaller copies of pictures: `sharpResizer()` of `postern/node`. */
export interface PictureResizer {
  /**
   * Returns a copy of a picture that is upright and at most as wide as `width` pixels, and never wider than the picture.
   *
   * @param bytes a PNG, JPEG, WebP or AVIF picture, or a GIF picture with one frame
   */
  resize(bytes: Uint8Array<ArrayBuffer>, variant: Variant): Promise<Uint8Array<ArrayBuffer>>;
}
