import ipaddr from "ipaddr.js";
import { BoundedMap } from "../bounded_map.ts";
import type { IncomingHeaders } from "./incoming.ts";

/**
 * Proxies that Postern trusts to report the client's address: their number, or their networks (`10.0.0.0/8`, `fd00::/8`, or single addresses).
 * `false` trusts no proxy.
 */
export type TrustProxy = false | number | readonly string[];

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Maximum number of characters of cached address chains. */
const mostCharacters = 100_000;

/** Finds the address of a client from the request headers and the address of the connection, if the adapter knows it. */
export type AddressFinder = (peer: string | undefined, headers: IncomingHeaders) => string | undefined;

/**
 * Creates the function that finds the address of the client.
 *
 * Each proxy appends the address of its caller to `X-Forwarded-For`. Clients can forge the entries to the left of those that trusted proxies
 * add. The function therefore reads from the right and stops at the first address that is not a trusted proxy.
 *
 * It returns the address in canonical form, the /64 network of an IPv6 address, or undefined for an unknown address.
 */
export function createAddressFinder(trustProxy: TrustProxy): AddressFinder {
  const isTrusted = trustOf(trustProxy);
  // Frequent callers use the same chain for every request.
  const known = new BoundedMap<string>(mostCharacters, (_address, chain) => chain.length);

  function find(chain: string): string | undefined {
    let client: Address | undefined;
    for (const [hop, address] of chain.split(",").map(parse).toReversed().entries()) {
      // The nearest proxy has no address if it connects through a Unix socket, or if the platform hides it.
      if (address === undefined && hop === 0 && typeof trustProxy === "number") continue;
      if (address === undefined) break;
      client = address;
      if (!isTrusted(address, hop)) break;
    }
    if (client === undefined) return undefined;
    const address = canonical(client);
    known.set(chain, address);
    return address;
  }

  return (peer = "", headers) => {
    const forwarded = trustProxy === false ? null : headers.get("x-forwarded-for");
    const chain = forwarded === null ? peer : `${forwarded},${peer}`;
    return known.get(chain) ?? find(chain);
  };
}

/** Returns true if every network in the list is valid. */
export function areNetworks(networks: readonly string[]): boolean {
  return networks.every((network) => {
    const [address = "", bits] = network.split("/");
    return isAddress(address) && (bits === undefined || ipaddr.isValidCIDR(network));
  });
}

function trustOf(trustProxy: TrustProxy): (address: Address, hop: number) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === "number") return (_address, hop) => hop < trustProxy;
  const ranges = trustProxy.map((network) =>
    network.includes("/") ? ipaddr.parseCIDR(network) : singleAddress(network),
  );
  return (address) =>
    ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function singleAddress(text: string): [Address, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** Rejects `10`, `0x7f.1` and `010.0.0.1` (octal), which `ipaddr.js` accepts, because other software reads them differently. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Parses an address. It removes a port and brackets, and converts an IPv4-mapped IPv6 address to IPv4. */
function parse(text: string): Address | undefined {
  const trimmed = text.trim();
  // `ipaddr.js` detects invalid text by an exception, which is a quarter of the cost of such a request.
  if (trimmed === "") return undefined;
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, "$1");
  return isAddress(host) ? ipaddr.process(host) : undefined;
}

/** Returns an IPv4 address, or the /64 network of an IPv6 address, because an IPv6 client usually controls all 2^64 addresses of its network. */
function canonical(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`);
  return `${network.toString()}/64`;
}
