/** Orientation of a photograph, 1 to 8, as EXIF counts them. 1 is upright, and 5 to 8 are turned by a quarter. */
export type Orientation = number;

const orientationTag = 0x01_12;
const entryBytes = 12;

/** Returns the orientation in the TIFF structure of EXIF metadata, and 1 if it has none. */
export function orientationOf(tiff: Uint8Array): Orientation {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return 1;
  const isLittle = view.getUint16(0) === 0x49_49;
  const first = view.getUint32(4, isLittle);
  if (first + 2 > tiff.length) return 1;
  const entries = view.getUint16(first, isLittle);
  for (let at = first + 2, left = entries; left > 0 && at + entryBytes <= tiff.length; left--) {
    if (view.getUint16(at, isLittle) === orientationTag) {
      const value = view.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
    at += entryBytes;
  }
  return 1;
}

/** Returns a TIFF structure with nothing but an orientation. */
export function tiffOf(orientation: Orientation): Uint8Array {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [orientationTag >> 8, orientationTag & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return new Uint8Array([...header, 0, 1, ...entry, 0, 0, 0, 0]);
}

/** Returns the width and height of a picture as it is shown. */
export function shownSize(
  width: number,
  height: number,
  orientation: Orientation,
): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
