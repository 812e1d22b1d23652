import ipaddr from "ipaddr.js";
import { parseIpAddress } from "./network.ts";

/** Addresses at which clouds serve the metadata and the credentials of their machines. Link-local addresses belong to them, too. */
const metadataAddresses: ReadonlySet<string> = new Set([
  "100.100.100.200",
  "168.63.129.16",
  "fd00:ec2::254",
  "fd20:ce::254",
]);

/** True for a name of this computer in a URL. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** Returns true if an IP address is on the public internet. Forms of IPv6 that contain an IPv4 address are judged by that address. */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  // A zone such as `%eth0` occurs in addresses of the local network only.
  if (address === undefined || text.includes("%")) return false;
  return address instanceof ipaddr.IPv4 ? isPublicIPv4(address) : isPublicIPv6(address);
}

/** Returns true if an IP address, or an IPv4 address that it contains, is an address of cloud metadata. */
export function isMetadataAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (address === undefined || isMetadata(address)) return address !== undefined;
  const embedded = address instanceof ipaddr.IPv6 ? embeddedIPv4(address) : undefined;
  return embedded !== undefined && isMetadata(embedded);
}

function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === "linkLocal" || metadataAddresses.has(address.toString());
}

/**
 * Returns the IPv4 address in an IPv6 address, or undefined. Compatible and translated addresses (RFC 4291, 6052, 8215, 7915) and ISATAP
 * (RFC 5214) end with it. 6to4 (RFC 3056) begins with it. Teredo (RFC 4380) ends with its inverse.
 */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const range = address.range();
  const { parts } = address;
  const bytes = address.toByteArray();
  const last = bytes.slice(12);
  if (range === "6to4") return new ipaddr.IPv4(bytes.slice(2, 6));
  if (range === "teredo") return new ipaddr.IPv4(last.map((byte) => byte ^ 0xff));
  const isCompatible = parts.slice(0, 6).every((part) => part === 0);
  const isIsatap = parts[5] === 0x5efe && ((parts[4] ?? 0) & ~0x0200) === 0;
  const isTranslated = ["rfc6145", "rfc6052"].includes(range);
  return isTranslated || isCompatible || isIsatap ? new ipaddr.IPv4(last) : undefined;
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !metadataAddresses.has(address.toString());
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  const range = address.range();
  // 64:ff9b:1::/48 is of the same range, but leads into local networks.
  if (range === "rfc6052" && address.parts[2] === 0) {
    return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  const isGlobal = ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return isGlobal && range === "unicast";
}
