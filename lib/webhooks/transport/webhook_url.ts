import { isMetadataAddress, isPublicAddress } from "../../base/public_address.ts";

/** Rules of the host for the URLs of webhooks. */
export interface UrlRules {
  allowHttp: boolean;
  /** True if addresses of private networks are allowed. */
  allowPrivateNetworks: boolean;
}

/** Names of the metadata of clouds, which only resolve on their machines. */
const metadataNames =
  /^(?:metadata|metadata\.google\.internal|metadata\.goog|instance-data(?:\.ec2\.internal)?)\.?$/;

const localNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/;

/**
 * Returns the rule that a URL breaks, or undefined for a valid URL. It sees only the URL: a host name may still lead to a private address,
 * which the sender checks.
 */
export function brokenUrlRule(
  text: string,
  { allowHttp, allowPrivateNetworks }: UrlRules,
): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocols = allowHttp ? ["https:", "http:"] : ["https:"];
  if (url === undefined || !protocols.includes(url.protocol)) {
    return `must be an absolute URL with ${allowHttp ? "https or http" : "https"}`;
  }
  if (/^[a-z]+:[/\\]*[^/\\?#]*@/i.test(text.trim())) return "must not contain a user name or a password";
  if (url.hash !== "") return "must not contain a fragment";
  if (!allowPrivateNetworks && isPrivateHost(url.hostname)) return "must not be in a private network";
  if (isMetadataHost(url.hostname)) return "must not be an address of cloud metadata";
  return undefined;
}

/** Returns true for an address or a name at which clouds serve metadata. It is never allowed. */
function isMetadataHost(host: string): boolean {
  return metadataNames.test(host) || isMetadataAddress(bareAddress(host));
}

/** Returns true for a private IP address and for a name of the local network. The URL has converted octal and hexadecimal addresses. */
function isPrivateHost(host: string): boolean {
  const isAddress = host.startsWith("[") || /^[\d.]+$/.test(host);
  return isAddress ? !isPublicAddress(bareAddress(host)) : localNames.test(host);
}

/** Returns the host of a URL without the brackets of IPv6 and without a final dot. */
function bareAddress(host: string): string {
  return host.replace(/^\[|\]$|\.$/g, "");
}
