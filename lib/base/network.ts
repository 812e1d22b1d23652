import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its first address, and the number of bits that its addresses share. */
export type Network = readonly [base: IpAddress, bits: number];

/** Bits of the prefix of IPv4-mapped IPv6 addresses, `::ffff:0:0/96`. */
const mappedBits = 96;

/** An IPv6 address: the part up to its last colon, the rest, and a zone such as `%eth0`, which is valid on one machine only. */
const ipv6Form = /^([^%]*:)([^:%]*)(?:%[^\s%/]+)?$/;

/**
 * Parses an address in a form of RFC 4291, section 2.2. It converts an IPv4-mapped IPv6 address to IPv4, and removes a zone.
 *
 * @returns undefined if the text is not an address
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const address = parseAsWritten(text);
  return address && withoutMapping(address);
}

/**
 * Parses a network such as `10.0.0.0/8` or `2001:db8::/32`, or a single address. It converts a network of IPv4-mapped IPv6 addresses to IPv4,
 * as {@link parseIpAddress} does with addresses.
 *
 * @returns undefined if the text is not a network
 */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", suffix] = /^([\d.]+|[\da-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const base = parseAsWritten(address);
  if (base === undefined) return undefined;
  const most = base.kind() === "ipv4" ? 32 : 128;
  const bits = suffix === undefined ? most : Number(suffix);
  if (bits > most) return undefined;
  const plain = bits >= mappedBits ? withoutMapping(base) : base;
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

/**
 * Parses an address, and keeps an IPv4-mapped IPv6 address. `ipaddr.js` alone also accepts `10`, `0x7f.1` and `010.0.0.1` (octal), which
 * other software reads differently. It accepts them at the end of an IPv6 address, too, and reads `::10.0.0.1` as `::ffff:10.0.0.1`.
 */
function parseAsWritten(text: string): IpAddress | undefined {
  if (!text.includes(":")) return parseIPv4(text);
  const [, start = "", end = ""] = ipv6Form.exec(text) ?? [];
  const hexadecimal = end.includes(".") ? inHexadecimal(end) : end;
  const native = start + hexadecimal;
  return hexadecimal !== undefined && ipaddr.IPv6.isValid(native) ? ipaddr.IPv6.parse(native) : undefined;
}

function parseIPv4(text: string): ipaddr.IPv4 | undefined {
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined;
}

/** Returns an IPv4 address as the last two parts of an IPv6 address. */
function inHexadecimal(text: string): string | undefined {
  const parts = parseIPv4(text)?.toIPv4MappedAddress().parts.slice(6);
  return parts?.map((part) => part.toString(16)).join(":");
}

function withoutMapping(address: IpAddress): IpAddress {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
