import { findAddresses, type FoundAddress } from "../../publishing/mod.ts";
import type { Steps } from "../../base/yielding.ts";

/** Attributes with addresses of media, by element. */
const attributes: ReadonlyMap<string, readonly string[]> = new Map([
  ["img", ["src", "srcset", "data-src", "data-srcset"]],
  ["source", ["src", "srcset", "data-src", "data-srcset"]],
  ["video", ["src", "poster"]],
  ["audio", ["src"]],
  ["track", ["src"]],
  ["embed", ["src"]],
  ["object", ["data"]],
  ["a", ["href"]],
]);

const mediaFile =
  /\.(?:avif|bmp|csv|docx?|epub|flac|gif|gz|heic|ico|jpe?g|m4[av]|mov|mp[34]|mpe?g|odp|ods|odt|og[agv]|pdf|png|pptx?|rar|rtf|svg|tar|tiff?|txt|vtt|wav|webm|webp|wm[av]|xlsx?|zip)$/i;

/** Maximum length of an address. Longer addresses, such as those with data, are left out. */
const maxAddressLength = 2083;

/** Returns the names of the attributes of an element that have addresses of media. */
export function mediaAttributesOf(element: string): readonly string[] {
  return attributes.get(element) ?? [];
}

/** True if a path or address without query and fragment has the extension of an image, a recording, a document or an archive. */
export function isMediaFile(path: string): boolean {
  return mediaFile.test(path);
}

/** True if an address in an attribute names media. Links to pages and addresses of other schemes do not. */
export function isMediaAddress(address: string, element: string): boolean {
  if (address === "" || address.length > maxAddressLength || address.startsWith("#")) return false;
  if (/^[a-z][a-z0-9+.-]{0,30}:/i.test(address) && !/^https?:/i.test(address)) return false;
  const [path = ""] = address.split(/[?#]/, 1);
  return element !== "a" || isMediaFile(path);
}

/** Maximum number of addresses of a post. */
const maxMedia = 10_000;

/** Finds the addresses of images and files in HTML, in their order. */
export function findMedia(html: string): Steps<FoundAddress[]> {
  return findAddresses(html, { attributesOf: mediaAttributesOf, accepts: isMediaAddress, most: maxMedia });
}
