import { html as markup } from "../../base/text/html.ts";
import { wellFormed } from "../../base/text/well_formed.ts";
import type { Steps } from "../../base/yielding.ts";
import { findAddresses, type FoundAddress } from "../../publishing/mod.ts";
import { hashLength, isMediaHash, type MediaRecord } from "../stored_media.ts";
import { variantsForPages } from "./ladder.ts";

/** Maximum number of pictures of a post that get their size and copies. */
const mostPictures = 200;
/** Number of pixels from which a picture stands for an article in search results (Google, "Article structured data"). */
const articlePixels = 50_000;

/** A picture of the organization in the HTML of a post. */
export interface NamedPicture extends FoundAddress {
  hash: string;
}

/** The part of an address before the hash of a file. */
export function mediaMarker(organizationSlug: string): string {
  return `/media/${encodeURIComponent(wellFormed(organizationSlug))}/`;
}

/** Finds the organization's pictures in the HTML of a post, in their order. */
export function* findPictures(html: string, organizationSlug: string): Steps<NamedPicture[]> {
  const marker = mediaMarker(organizationSlug);
  const hashOf = (address: string): string => {
    const start = address.indexOf(marker) + marker.length;
    return address.slice(start, start + hashLength);
  };
  const found = yield* findAddresses(html, {
    attributesOf: (element) => (element === "img" ? ["src"] : []),
    accepts: (address) => address.includes(marker) && !/[?#]/.test(address) && isMediaHash(hashOf(address)),
    most: mostPictures,
  });
  return found.map((address) => ({ ...address, hash: hashOf(address.address) }));
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
    const isSet = (name: string): boolean => picture.attributes.includes(name);
    const text = Object.entries(added).map(([name, value]) =>
      isSet(name) || value === undefined ? "" : markup` ${name}="${value}"`.text,
    );
    parts.push(html.slice(from, at), ...text);
    from = at;
  }
  return parts.join("") + html.slice(from);
}

function attributesOf(
  { address, attributes }: NamedPicture,
  record: MediaRecord,
  { isFirst, hasVariants }: { isFirst: boolean; hasVariants: boolean },
): Record<string, string | number | undefined> {
  const hasOwnSize = attributes.includes("width") || attributes.includes("height");
  const { width, height } = hasOwnSize ? {} : record;
  const hasOwnCopies = attributes.includes("srcset") || attributes.includes("sizes");
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
