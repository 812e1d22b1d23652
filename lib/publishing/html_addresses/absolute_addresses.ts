import type { Steps } from "../../base/yielding.ts";
import { findAddresses } from "./find_addresses.ts";
import { rewriteAddresses } from "./rewrite_addresses.ts";

/** Attributes with addresses, by element (HTML, "Attributes"). */
const attributes: ReadonlyMap<string, readonly string[]> = new Map([
  ["a", ["href", "xlink:href"]],
  ["area", ["href"]],
  ["audio", ["src"]],
  ["blockquote", ["cite"]],
  ["button", ["formaction"]],
  ["del", ["cite"]],
  ["embed", ["src"]],
  ["form", ["action"]],
  ["iframe", ["src"]],
  ["image", ["href", "xlink:href"]],
  ["img", ["src", "srcset", "longdesc"]],
  ["input", ["src", "formaction"]],
  ["ins", ["cite"]],
  ["link", ["href", "imagesrcset"]],
  ["object", ["data"]],
  ["q", ["cite"]],
  ["script", ["src"]],
  ["source", ["src", "srcset"]],
  ["track", ["src"]],
  ["video", ["src", "poster"]],
]);

/** Characters of the addresses that are resolved at a time, and of an address that takes as long as the shortest. */
const resolvedAtOnce = 65_536;
const shortestWork = 64;

const search = {
  attributesOf: (element: string): readonly string[] => attributes.get(element) ?? [],
  accepts: (address: string): boolean => address !== "" && !/^[a-z][a-z\d+.-]*:/i.test(address),
  most: Infinity,
};

/**
 * Makes the relative addresses of a post absolute, so that they lead to the same place outside of its page. Addresses that
 * are not valid stay as they are. Yields between parts of the HTML.
 *
 * @param page the address of the post's page
 */
export function* absoluteAddresses(html: string, page: string): Steps<string> {
  const found = yield* findAddresses(html, search);
  const absolute = new Map<string, string>();
  let length = 0;
  for (const { address } of found) {
    if (absolute.has(address)) continue;
    length += address.length + shortestWork;
    if (length > resolvedAtOnce) {
      length = 0;
      yield;
    }
    const url = URL.canParse(address, page) ? new URL(address, page).href : undefined;
    if (url !== undefined) absolute.set(address, url);
  }
  return rewriteAddresses(html, found, absolute);
}
