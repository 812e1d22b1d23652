import type Sharp from "sharp";
import type { PictureResizer } from "../lib/media/mod.ts";
import { isInstalled, loadPackage } from "../storage-drivers/opening/load_package.ts";

/** Maximum time for a picture in seconds. The largest AVIF copies take about 4 seconds of a processor. */
const deadlineSeconds = 20;
/** Maximum number of pixels of a picture. */
const maxPixels = 100_000_000;

/**
 * Makes smaller copies of pictures by the package `sharp`, in threads. Returns undefined if `sharp` is not installed. Readers get the pictures as
 * they are then.
 *
 * @example
 * ```ts
 * import { mediaStore } from "postern/media";
 * import { openMediaStore } from "postern/media-stores";
 * import { sharpResizer } from "postern/node";
 *
 * const media = mediaStore(await openMediaStore("fs:media"), { resizer: sharpResizer() });
 * ```
 */
export function sharpResizer(): PictureResizer | undefined {
  if (!isInstalled("sharp")) return undefined;
  return {
    async resize(bytes, { width, format }) {
      // Loading takes 100 ms and 30 MB, which servers without pictures do not need.
      const sharp = loadPackage("sharp", "resize the picture") as typeof Sharp;
      const picture = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true })
        .timeout({ seconds: deadlineSeconds })
        .autoOrient()
        .resize({ width, withoutEnlargement: true });
      return new Uint8Array(await picture.toFormat(format).toBuffer());
    },
  };
}
