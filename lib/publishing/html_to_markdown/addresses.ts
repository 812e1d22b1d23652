/** Schemes that the Markdown parser refuses in links. Browsers ignore white space before and inside the scheme. */
const refusedLink = /^(?:vbscript|javascript|file|data):/i;
const refusedImage = /^(?:vbscript|javascript|file|data:(?!image\/(?:gif|png|jpeg|webp);)):?/i;

/** Returns true if the address can be the target of a link. */
export function isLinkable(address: string): boolean {
  return !refusedLink.test(withoutSpaces(address));
}

/** Returns true if the address can be the source of an image. */
export function isShowable(address: string): boolean {
  return address.trim() !== "" && !refusedImage.test(withoutSpaces(address));
}

/** Writes the address and the title of a link or an image: `(https://a.example "Title")`. */
export function writeTarget(address: string, title: string | undefined): string {
  const shown = title?.replace(/\s+/g, " ").trim() ?? "";
  const quoted = shown === "" ? "" : ` "${escapeReferences(shown.replace(/["\\]/g, String.raw`\$&`))}"`;
  return `(${writeAddress(address)}${quoted})`;
}

/** Escapes what the parser would read as a character reference. */
export function escapeReferences(text: string): string {
  return text.replace(/&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi, "&amp;");
}

/** Encodes the characters that would end an address. Escapes parentheses unless each one is closed before the next one. */
function writeAddress(address: string): string {
  const encoded = address
    .trim()
    .replace(/[\t\n\f\r]/g, "")
    .replace(/[\s<>\p{Cc}]/gu, encodeURIComponent)
    .replace(/\\(?=[!-/:-@[-`{-~])/g, String.raw`\\`);
  const hasPairs = /^[^()]*(?:\([^()]*\)[^()]*)*$/.test(encoded);
  const escaped = hasPairs ? encoded : encoded.replace(/[()]/g, String.raw`\$&`);
  return escaped === "" ? "<>" : escapeReferences(escaped);
}

function withoutSpaces(address: string): string {
  return address.replace(/[\p{Cc}\s]/gu, "");
}
