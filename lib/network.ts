import ipaddr from "ipaddr.js";

/** An IP address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its first address, and the number of bits that its addresses share. */
export type Network = readonly [base: IpAddress, bits: number];

/** Bits of the prefix of IPv4-mapped IPv6 addresses, `::ffff:0:0/96`. */
const mappedBits = 96;

/** Rejects `10`, `0x7f.1` and `010.0.0.1` (octal), which `ipaddr.js` accepts, because other software reads them differently. */
export function isIpAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Parses a valid address. It converts an IPv4-mapped IPv6 address to IPv4. */
export function parseIpAddress(text: string): IpAddress {
  return ipaddr.process(text);
}

/**
 * Parses a network such as `10.0.0.0/8` or `2001:db8::/32`, or a single address. It converts a network of IPv4-mapped IPv6 addresses to IPv4,
 * as {@link parseIpAddress} does with addresses.
 *
 * @returns undefined if the text is not a network
 */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", suffix] = /^([\d.]+|[\da-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  if (!isIpAddress(address)) return undefined;
  const base = ipaddr.parse(address);
  const most = base.kind() === "ipv4" ? 32 : 128;
  const bits = suffix === undefined ? most : Number(suffix);
  if (bits > most) return undefined;
  const plain = bits >= mappedBits ? parseIpAddress(address) : base;
  return plain.kind() === base.kind() ? [plain, bits] : [plain, bits - mappedBits];
}

/** Returns the canonical text of a network: the first address in lower case, and the number of bits. */
export function formatNetwork([base, bits]: Network): string {
  const Kind = base.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${Kind.networkAddressFromCIDR(`${base.toString()}/${bits}`).toString()}/${bits}`;
}

/** True if the network contains the address. An IPv4 network contains no IPv6 address, and the reverse. */
export function contains([base, bits]: Network, address: IpAddress): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}

/** True if the network contains all addresses of the other network. */
export function containsNetwork(network: Network, [base, bits]: Network): boolean {
  return bits >= network[1] && contains(network, base);
}
