import sharp, { type Sharp } from "sharp";

/** Joins bytes and texts. Each character of a text is a byte. */
export function bytesOf(
  ...parts: (string | number | readonly number[] | Uint8Array<ArrayBuffer>)[]
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    parts.flatMap((part) => {
      if (typeof part === "number") return [part];
      return typeof part === "string" ? Array.from(part, (one) => one.charCodeAt(0)) : [...part];
    }),
  );
}

export function u32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

/** Returns a picture whose pixels are all different, so that a wrong decoding shows. */
export function gradient(width: number, height: number): Sharp {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7 + Math.floor(at / width)) % 256;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="SecretXmp"/></rdf:RDF></x:xmpmeta>';

/** Adds a camera, a place, XMP and a colour profile. All private values begin with "Secret". */
export function withPrivateMetadata(picture: Sharp, orientation = 1): Sharp {
  const place = { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1" };
  return picture
    .withMetadata({ orientation })
    .withIccProfile("p3")
    .withExifMerge({ IFD0: { Make: "SecretCamera", Artist: "SecretArtist" }, IFD3: place })
    .withXmp(xmp);
}

/** Inserts bytes into a file. */
export function inserted(
  file: Uint8Array<ArrayBuffer>,
  at: number,
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  return bytesOf(file.subarray(0, at), bytes, file.subarray(at));
}

/** A PNG chunk. Its checksum is 0: only decoders read it. */
export function pngChunk(
  name: string,
  content: Uint8Array<ArrayBuffer> = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  return bytesOf(u32(content.length), name, content, u32(0));
}

export function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  return bytesOf(
    "\u0089PNG\r\n\u001a\n",
    pngChunk("IHDR", bytesOf(u32(width), u32(height), [8, 2, 0, 0, 0])),
  );
}

/** A box of MP4 and AVIF. */
export function box(name: string, ...content: Parameters<typeof bytesOf>): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(...content);
  return bytesOf(u32(bytes.length + 8), name, bytes);
}

/** An AVIF picture of 2 x 3 pixels without image data, and with an item of metadata. @param locations the positions of the items */
export function avifWith(
  locations: Uint8Array<ArrayBuffer>,
  properties: Uint8Array<ArrayBuffer> = bytesOf(u32(0), u32(1), [0, 1, 1, 1]),
): Uint8Array<ArrayBuffer> {
  const items = [
    box("infe", [2, 0, 0, 0, 0, 1, 0, 0], "av01", 0),
    box("infe", [2, 0, 0, 0, 0, 2, 0, 0], "Exif", 0),
  ];
  const meta = box(
    "meta",
    u32(0),
    box("pitm", u32(0), [0, 1]),
    box("iinf", u32(0), [0, 2], ...items),
    box("iloc", locations),
    box("iprp", box("ipco", box("ispe", u32(0), u32(2), u32(3))), box("ipma", properties)),
  );
  return bytesOf(box("ftyp", "avif", u32(0), "avifmif1"), meta);
}

/** A film of one track, 640 x 360 pixels, turned by a quarter. */
export function film(...moreOfMovie: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const turned = [0, 0x1_00_00, 0, -0x1_00_00, 0, 0, 0, 0, 0x40_00_00_00].flatMap(u32);
  const header = box(
    "tkhd",
    u32(0),
    ...Array.from({ length: 9 }, () => u32(0)),
    turned,
    u32(640 * 65_536),
    u32(360 * 65_536),
  );
  const movie = box("moov", box("trak", header), ...moreOfMovie);
  return bytesOf(box("ftyp", "isom", u32(512), "isomavc1"), movie, box("mdat", "frames"));
}

/** MPEG 1 layer III, 128 kbit/s, 44,100 Hz: frames of 417 bytes. */
export function sound(frames: number): Uint8Array<ArrayBuffer> {
  return bytesOf(
    ...Array.from({ length: frames }, () => bytesOf([0xff, 0xfb, 0x90, 0], new Uint8Array(413))),
  );
}

export const svgRoot =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20"';

export function svg(content: string, before = ""): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${before}<svg ${svgRoot}>${content}</svg>`);
}
