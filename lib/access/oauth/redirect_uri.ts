import { isLoopback } from "../../base/public_address.ts";

/** Maximum length of a redirect address. */
export const longestRedirect = 500;

/** The rule of {@link isRedirectUri}, for errors. */
export const redirectRule: string = `must be an https address, or an http address of localhost, without a fragment, and at most ${longestRedirect} characters`;

/** True for an address that may receive a code (Model Context Protocol, "Communication Security"). */
export function isRedirectUri(text: string): boolean {
  if (text.length > longestRedirect || !URL.canParse(text) || text.includes("#")) return false;
  const { protocol, hostname, username, password, href } = new URL(text);
  if (username !== "" || password !== "") return false;
  // A browser would send an address in another form to another place than the address that was compared.
  if (href !== text && href !== `${text}/`) return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/**
 * True if a client has registered a redirect address. Addresses are compared character by character. Only a registered address of this computer
 * without a port allows any port (RFC 8252, section 7.3), because such programs listen on a free one.
 */
export function isRegistered(redirectUri: string, registered: readonly string[]): boolean {
  return registered.some((one) => one === redirectUri || withoutPort(redirectUri, one) === one);
}

function withoutPort(redirectUri: string, registered: string): string | undefined {
  const { protocol, hostname, port } = new URL(registered);
  if (protocol !== "http:" || !isLoopback(hostname) || port !== "") return undefined;
  const { port: used } = new URL(redirectUri);
  return redirectUri.replace(`${hostname}:${used}`, hostname);
}
