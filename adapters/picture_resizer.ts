import type { PictureResizer } from "../lib/media/mod.ts";

/** Maximum time for a picture in seconds. The largest AVIF copies take about 4 seconds of a processor. */
const deadlineSeconds = 20;
/** Maximum number of pixels of a picture. */
const maxPixels = 100_000_000;

/**
 * Makes smaller copies of pictures by the package `sharp`, in threads. Returns undefined if `sharp` is not installed. Readers get the pictures as
 * they are then.
 *
 * @throws {Error} if `sharp` is installed, but does not run on this system
 *
 * @example
 * ```ts
 * import { mediaStore } from "postern/media";
 * import { openMediaStore } from "postern/media-stores";
 * import { sharpResizer } from "postern/node";
 *
 * const media = mediaStore(await openMediaStore("fs:media"), { resizer: await sharpResizer() });
 * ```
 */
export async function sharpResizer(): Promise<PictureResizer | undefined> {
  const sharp = await loadSharp();
  if (sharp === undefined) return undefined;
  return {
    async resize(bytes, { width, format }) {
      const picture = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true })
        .timeout({ seconds: deadlineSeconds })
        .autoOrient()
        .resize({ width, withoutEnlargement: true });
      return new Uint8Array(await picture.toFormat(format).toBuffer());
    },
  };
}

async function loadSharp(): Promise<typeof import("sharp").default | undefined> {
  try {
    return (await import("sharp")).default;
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
