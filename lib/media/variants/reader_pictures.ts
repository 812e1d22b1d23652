import { html as markup } from "../../base/text/html.ts";
import { wellFormed } from "../../base/text/well_formed.ts";
import type { Steps } from "../../base/yielding.ts";
import { findAddresses, type FoundAddress } from "../../publishing/mod.ts";
import { isMediaHash, type MediaRecord } from "../stored_media.ts";
import { variantsForPages } from "./ladder.ts";

/** Maximum number of pictures of a post that get their size and copies. */
const mostPictures = 200;
/** Number of pixels from which a picture stands for an article in search results (Google, "Article structured data"). */
const articlePixels = 50_000;

const hashLength = 40;

/** A picture of the organization in the HTML of a post. */
export interface NamedPicture extends FoundAddress {
  hash: string;
}

/** The part of an address before the hash of a file. */
export function mediaMarker(organizationSlug: string): string {
  return `/media/${encodeURIComponent(wellFormed(organizationSlug))}/`;
}

/** Returns the hash of the organization's file that an address names, or undefined. */
export function hashInAddress(address: string, organizationSlug: string): string | undefined {
  const marker = mediaMarker(organizationSlug);
  const at = address.indexOf(marker);
  const start = at + marker.length;
  const hash = address.slice(start, start + hashLength);
  return at >= 0 && isMediaHash(hash) ? hash : undefined;
}

/** Finds the organization's pictures in the HTML of a post, in their order. */
export function* findPictures(html: string, organizationSlug: string): Steps<NamedPicture[]> {
  const hashOf = (address: string): string | undefined => hashInAddress(address, organizationSlug);
  const found = yield* findAddresses(html, {
    attributesOf: (element) => (element === "img" ? ["src"] : []),
    accepts: (address) => !/[?#]/.test(address) && hashOf(address) !== undefined,
    most: mostPictures,
  });
  return found.map((picture) => ({ ...picture, hash: hashOf(picture.address) ?? "" }));
}

/**
 * Adds the size of each picture, its smaller copies, and hints for loading. Values that the writer set stay. The first picture is not lazy,
 * because it is often visible at once.
 *
 * @param records the pictures by hash
 */
export function showPictures(
  html: string,
  pictures: readonly NamedPicture[],
  records: ReadonlyMap<string, MediaRecord>,
  hasVariants: boolean,
): string {
  const parts: string[] = [];
  let from = 0;
  for (const [index, picture] of pictures.entries()) {
    const record = records.get(picture.hash);
    if (record === undefined) continue;
    const at = picture.tagStart + "<img".length;
    const added = attributesOf(picture, record, { isFirst: index === 0, hasVariants });
    const text = Object.entries(added).map(([name, value]) =>
      value === undefined || isSet(picture, name) ? "" : markup` ${name}="${value}"`.text,
    );
    parts.push(html.slice(from, at), ...text);
    from = at;
  }
  return parts.join("") + html.slice(from);
}

function isSet(picture: NamedPicture, name: string): boolean {
  return picture.attribute(name) !== undefined;
}

function attributesOf(
  picture: NamedPicture,
  record: MediaRecord,
  { isFirst, hasVariants }: { isFirst: boolean; hasVariants: boolean },
): Record<string, string | number | undefined> {
  const { address } = picture;
  const hasOwnSize = isSet(picture, "width") || isSet(picture, "height");
  const { width, height } = hasOwnSize ? {} : record;
  const hasOwnCopies = isSet(picture, "srcset") || isSet(picture, "sizes");
  const copies = hasVariants && !hasOwnCopies ? variantsForPages(record) : [];
  const candidates = copies.map(
    ({ variant, pixels }) => `${address}?w=${variant.width}&format=${variant.format} ${pixels}w`,
  );
  const widest = copies.at(-1)?.pixels;
  const sizes = widest && `${isFirst ? "" : "auto, "}(max-width: ${widest}px) 100vw, ${widest}px`;
  return {
    width,
    height,
    srcset: widest && candidates.join(", "),
    sizes,
    loading: isFirst ? undefined : "lazy",
    decoding: "async",
  };
}

/** Returns the absolute address of the first picture that is large enough for an article. */
export function articleImage(
  pictures: readonly NamedPicture[],
  records: ReadonlyMap<string, MediaRecord>,
): string | undefined {
  const first = pictures.find(({ address, hash }) => {
    const { width = 0, height = 0 } = records.get(hash) ?? {};
    return width * height >= articlePixels && /^https?:\/\//.test(address);
  });
  return first?.address;
}
