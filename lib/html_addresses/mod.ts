/**
 * Finds and replaces the addresses in HTML. Every other character of the HTML stays as it is.
 *
 * @module
 */
export { absoluteAddresses } from "./absolute_addresses.ts";
export { findAddresses, type FoundAddress } from "./find_addresses.ts";
export { rewriteAddresses } from "./rewrite_addresses.ts";
export type { AddressSpan } from "./srcset.ts";
