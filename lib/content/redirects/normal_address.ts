import { isPostSlug, slugPattern, slugToFind } from "../posts/slug.ts";
import { isWebUrl, webUrlPattern, withoutUser } from "../posts/web_url.ts";

/** Rule for the address of a redirect, for error messages. */
export const redirectRule: string =
  "must be a slug, a path of the site such as /2016/03/hello/, or an absolute URL without user and " +
  "password, percent-encoded correctly and without the segments . and ..";

/** Maximum length of an address, in UTF-16 code units. */
export const longestAddress = 2000;

const sitePath = /^\/(?![/\\])[^\s\\\p{Cc}]+$/u;

/** JSON Schema pattern of the address of a redirect. It does not check percent-encoding, segments, and Unicode form NFC of slugs. */
export const redirectPattern: string = [slugPattern, sitePath.source, webUrlPattern].join("|");

/**
 * Returns the normal form of an address, or undefined if the text is no address of a redirect, see {@link redirectRule}. Equivalent addresses
 * (RFC 3986, section 6.2.2) have the same form: every percent-encoding is in upper case, unreserved characters are decoded, and all others
 * are encoded. Unicode is in form NFC. Redirects, aliases and all searches by an address use this form.
 */
export function normalAddress(text: string): string | undefined {
  const slug = slugToFind(text);
  if (slug !== undefined) return slug;
  if (!hasAddressForm(text) || /%(?![\da-f]{2})|\p{Surrogate}/iu.test(text)) return undefined;
  const origin = text.startsWith("/") ? "" : originOf(text);
  const [, path = "", query = "", fragment = ""] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/su.exec(afterOrigin(text)) ?? [];
  const normal = normalText(path === "" ? "/" : path);
  if (normal.split("/").some((segment) => segment === "." || segment === "..")) return undefined;
  // An empty query or fragment is left out.
  return (
    origin + normal + [query, fragment].map((part) => (part.length > 1 ? normalText(part) : "")).join("")
  );
}

/**
 * True for a slug, a path and a URL of allowed length, also if they have no normal form. Earlier versions stored URLs with user and password.
 */
export function hasAddressForm(text: string): boolean {
  if (text.length > longestAddress) return false;
  return isPostSlug(text) || sitePath.test(text) || isWebUrl(withoutUser(text));
}

/** True for an address that a new redirect may have. */
export function isNewAddress(text: string): boolean {
  return withoutUser(text) === text && normalAddress(text) !== undefined;
}

/** Returns the part of an address after its origin. */
export function afterOrigin(address: string): string {
  return address.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
}

function originOf(url: string): string {
  const { protocol, username, password, host } = new URL(url);
  const user = password === "" ? username : `${username}:${password}`;
  return `${protocol}//${user === "" ? "" : `${user}@`}${host}`;
}

function normalText(text: string): string {
  const decoded = text.replaceAll(/(?:%[\da-f]{2})+/gi, decodedRun);
  const pieces = decoded.split(/(%[\dA-F]{2})/);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : encoded(piece))).join("");
}

/** Characters that separate the parts of an address. Their encoded form is a different address. */
const reserved: ReadonlySet<string> = new Set(":/?#@!$&'()*+,;=");

/** Decodes a run of percent-encoded bytes, except reserved characters, control characters and bytes that are not UTF-8. */
function decodedRun(run: string): string {
  const bytes = Uint8Array.from(run.slice(1).split("%"), (digits) => Number.parseInt(digits, 16));
  let text = "";
  for (let start = 0; start < bytes.length;) {
    const character = characterAt(bytes, start);
    const isKept = character === undefined || character < " " || "%\u007f".includes(character);
    const width = isKept ? 1 : new TextEncoder().encode(character).length;
    const isDecoded = !isKept && !reserved.has(character);
    text += isDecoded ? character : run.slice(start * 3, (start + width) * 3).toUpperCase();
    start += width;
  }
  return text;
}

/** Returns the character that UTF-8 has at a place, or undefined. */
function characterAt(bytes: Uint8Array, start: number): string | undefined {
  const [first = 0] = bytes.subarray(start, start + 1);
  const width = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes.subarray(start, start + width));
  } catch {
    return undefined;
  }
}

function encoded(text: string): string {
  return text.normalize("NFC").replaceAll(/[^\w.~:/?#@!$&'()*+,;=-]/gu, encodeURIComponent);
}
