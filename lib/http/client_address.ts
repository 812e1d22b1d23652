import ipaddr from "ipaddr.js";
import { BoundedMap } from "../bounded_map.ts";
import type { IncomingHeaders } from "./incoming.ts";

/**
 * Which proxies in front are believed about the client's address: how many there are, or the networks they are in
 * (`10.0.0.0/8`, `fd00::/8`, or single addresses). `false` for none.
 */
export type TrustProxy = false | number | readonly string[];

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** How many characters of chains of addresses are remembered. */
const mostCharacters = 100_000;

/** Finds the address of a client: by the address of its connection, where the adapter knows it, and the headers of its request. */
export type AddressFinder = (peer: string | undefined, headers: IncomingHeaders) => string | undefined;

/**
 * Makes the function that finds the address of the client, as far as it can be believed.
 *
 * `X-Forwarded-For` is what each proxy adds the address of its caller to, on the right. What stands left of the
 * trusted proxies' entries anyone can have written, so it is read from the right, and no further than trust reaches.
 *
 * What it finds is the address in canonical form, of IPv6 its /64 network, or undefined when there is none.
 */
export function createAddressFinder(trustProxy: TrustProxy): AddressFinder {
  const isTrusted = trustOf(trustProxy);
  // Whoever floods the API comes by the same way again and again.
  const known = new BoundedMap<string>(mostCharacters, (_address, chain) => chain.length);

  function find(chain: string): string | undefined {
    let client: Address | undefined;
    for (const [hop, address] of chain.split(",").map(parse).toReversed().entries()) {
      // Behind a socket of the file system, or where the platform hides it, the nearest proxy is a hop without an address.
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

/** Whether each network of a list can be read. */
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

/** `ipaddr.js` also reads `10`, `0x7f.1` and, in octal, `010.0.0.1`: what others read otherwise is no address. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Reads an address; a port, brackets and an IPv4 address in IPv6 form are seen through. */
function parse(text: string): Address | undefined {
  const trimmed = text.trim();
  // `ipaddr.js` finds out that a text is none by an error that it throws: a quarter of what such a request costs.
  if (trimmed === "") return undefined;
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, "$1");
  return isAddress(host) ? ipaddr.process(host) : undefined;
}

/** Whoever has an IPv6 address has the 2^64 of its network. */
function canonical(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`);
  return `${network.toString()}/64`;
}
