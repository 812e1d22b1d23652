import * as v from "valibot";
import {
  contains,
  containsNetwork,
  formatNetwork,
  type Network,
  parseIpAddress,
  parseNetwork,
} from "../../base/network.ts";
import type { KeyRequest } from "./key_request.ts";
import type { Refusal } from "./verification.ts";

/** Maximum length of the text of a network. No network in canonical form is longer. */
const longestNetwork = 60;

/** Maximum number of networks of a key. */
const mostNetworks = 50;

const rule = "a network such as 10.0.0.0/8 or 2001:db8::/32, or a single address";

const network = v.pipe(
  v.string(`must be ${rule}`),
  v.trim(),
  v.maxLength(longestNetwork, `must be ${rule}`),
  v.check(
    (text) => parseNetwork(text) !== undefined,
    ({ input }) => `is "${input}" and must be ${rule}`,
  ),
);

/** Validates the networks of a key, and converts them to canonical form, each once. */
export const keyNetworks: v.GenericSchema<unknown, readonly string[]> = v.pipe(
  v.array(network, "must be an array"),
  v.maxLength(mostNetworks, `must have at most ${mostNetworks} networks`),
  v.transform((texts) => [...new Set(parseNetworks(texts).map(formatNetwork))]),
);

/** Parses valid networks. A damaged network of a record is left out, so the key works in fewer networks. */
export function parseNetworks(networks: readonly string[]): readonly Network[] {
  return networks.map(parseNetwork).filter((parsed) => parsed !== undefined);
}

/** Returns the reason to refuse a key outside its networks, or null. */
export function refusalOutside(networks: readonly Network[], request: KeyRequest): Refusal | null {
  const text = request.findExactAddress();
  if (text === undefined) return "address-unknown";
  const address = parseIpAddress(text);
  if (address === undefined) return "address-unknown";
  return networks.some((one) => contains(one, address)) ? null : "address-not-allowed";
}

/** Returns the first of the networks that is not within one of the others, or undefined. */
export function networkOutside(networks: readonly string[], others: readonly string[]): string | undefined {
  const outer = parseNetworks(others);
  return networks.find((text) => {
    const inner = parseNetwork(text);
    return inner === undefined || !outer.some((one) => containsNetwork(one, inner));
  });
}

/** Returns true if a key works in no further network after a change. A key without networks works everywhere. */
export function isWithinNetworks(networks: readonly string[], former: readonly string[]): boolean {
  return former.length === 0 || (networks.length > 0 && networkOutside(networks, former) === undefined);
}
