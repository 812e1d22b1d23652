import ipaddr from "ipaddr.js";

/** Public addresses at which a cloud serves data of its own machines. */
const metadataAddresses: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** Returns true if an IP address is on the public internet. Forms of IPv6 that contain an IPv4 address are judged by that address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv4 ? isPublicIPv4(address) : isPublicIPv6(address);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !metadataAddresses.has(address.toString());
}

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  // A zone such as `%eth0` occurs in addresses of the local network only.
  if (address.zoneId !== undefined) return false;
  const range = address.range();
  if (range === "ipv4Mapped") return isPublicIPv4(address.toIPv4Address());
  // 64:ff9b:1::/48 is of the same range, but leads into local networks.
  if (range === "rfc6052" && address.parts[2] === 0) {
    return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  const isGlobal = ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return isGlobal && range === "unicast";
}
