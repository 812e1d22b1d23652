import { findAddresses, type FoundAddress } from "../../publishing/mod.ts";
import type { Steps } from "../steps.ts";
import { isMediaAddress, mediaAttributesOf } from "./media_attributes.ts";

/** Maximum number of addresses of a post. */
const maxMedia = 10_000;

/** Finds the addresses of images and files in HTML, in their order. */
export function findMedia(html: string): Steps<FoundAddress[]> {
  return findAddresses(html, { attributesOf: mediaAttributesOf, accepts: isMediaAddress, most: maxMedia });
}
