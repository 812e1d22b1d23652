import { BoundedMap } from "../../base/bounded_map.ts";
import { contains, formatNetwork, type IpAddress, parseIpAddress, parseNetwork } from "../../base/network.ts";
import type { IncomingHeaders } from "./incoming.ts";

/**
 * Proxies that Postern trusts to report the client's address: their number, or their networks (`10.0.0.0/8`, `fd00::/8`, or single addresses).
 * `false` trusts no proxy.
 */
export type TrustProxy = false | number | readonly string[];

/** The address of a client, in canonical form. */
export interface ClientAddress {
  exact: string;
  /** The IPv4 address, or the /64 network of an IPv6 address, because an IPv6 client usually controls all 2^64 addresses of its network. */
  counted: string;
}

/** Header of the responses to OPTIONS with the client's address as this server sees it, or `unknown`. */
export const addressHeader = "x-client-address";

/** Maximum number of characters of cached address chains. */
const mostCharacters = 100_000;

/** Finds the address of a client from the request headers and the address of the connection, if the adapter knows it. */
export type AddressFinder = (peer: string | undefined, headers: IncomingHeaders) => ClientAddress | undefined;

/**
 * Creates the function that finds the address of the client.
 *
 * Each proxy appends the address of its caller to `X-Forwarded-For`. Clients can forge the entries to the left of those that trusted proxies
 * add. The function therefore reads from the right and stops at the first address that is not a trusted proxy.
 *
 * It returns undefined for an unknown address.
 */
export function createAddressFinder(trustProxy: TrustProxy): AddressFinder {
  const isTrusted = trustOf(trustProxy);
  // Frequent callers use the same chain for every request.
  const known = new BoundedMap<ClientAddress>(mostCharacters, (_address, chain) => chain.length);

  function find(chain: string): ClientAddress | undefined {
    let client: IpAddress | undefined;
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

/** Creates the function that returns true for the address of a connection from a trusted proxy. */
export function createProxyCheck(trustProxy: TrustProxy): (peer: string) => boolean {
  const isTrusted = trustOf(trustProxy);
  return (peer) => {
    const address = parse(peer);
    // A proxy at a Unix socket has no address.
    return address === undefined ? typeof trustProxy === "number" : isTrusted(address, 0);
  };
}

/** Returns true if every network in the list is valid. */
export function areNetworks(networks: readonly string[]): boolean {
  return networks.every((network) => parseNetwork(network) !== undefined);
}

function trustOf(trustProxy: TrustProxy): (address: IpAddress, hop: number) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === "number") return (_address, hop) => hop < trustProxy;
  const networks = trustProxy.map(parseNetwork).filter((network) => network !== undefined);
  return (address) => networks.some((network) => contains(network, address));
}

/** Parses an address. It removes a port and brackets, and converts an IPv4-mapped IPv6 address to IPv4. */
function parse(text: string): IpAddress | undefined {
  const trimmed = text.trim();
  // `ipaddr.js` detects invalid text by an exception, which is a quarter of the cost of such a request.
  if (trimmed === "") return undefined;
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, "$1");
  return parseIpAddress(host);
}

function canonical(address: IpAddress): ClientAddress {
  const exact = address.toString();
  return { exact, counted: address.kind() === "ipv4" ? exact : formatNetwork([address, 64]) };
}
