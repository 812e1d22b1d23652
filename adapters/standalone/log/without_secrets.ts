import { fullyDecoded } from "./fully_decoded.ts";

/** A key with the default prefix and at least a part of its secret. A search for a fixed prefix is three times as fast. */
const keyText = /(postern_[a-z2-7]{16}_)\w+/g;

/** A key with any prefix. Its underscores may be percent-encoded, also several times. */
const anyKeyText = /((?:_|%(?:25)*5[Ff])[a-z2-7]{16}(?:_|%(?:25)*5[Ff]))\w+/g;

/** The page where links and OpenID providers sign users in. */
const signInPage = /[/\\]sign-in/i;

/** Sign-in parameters of links and OpenID providers, and tokens of preview links, on any page. */
const signInParameter = /([?&;](?:token|code|state|preview)=)[^&;#\s"\\]+/gi;

/** The token of a session or a link, or the secret of a key with or without its checksum. */
const tokenText = /(?<![0-9A-Za-z])[0-9A-Za-z]{43}(?:[0-9A-Za-z]{6})?(?![0-9A-Za-z])/g;

/** Length in characters of a token, and of a key's secret without checksum. */
const tokenLength = 43;

/** Redacts the secrets of API keys in log lines. */
export function withoutKeys(lines: string): string {
  return lines.replace(lines.includes("%") ? anyKeyText : keyText, "$1[redacted]");
}

/**
 * Redacts the secrets in a value that a client sent: API keys, tokens, and the query of a sign-in page, in any percent-encoding. A value
 * with an encoded secret is returned decoded.
 */
export function withoutSecrets(value: string): string {
  if (!canHoldSecret(value)) return value;
  const decoded = fullyDecoded(value);
  const redacted = redact(decoded);
  return redacted === decoded ? value : redacted;
}

/** Quickly rules out most values without a secret: they have no escape, no query and no word as long as a token. */
function canHoldSecret(value: string): boolean {
  return value.includes("%") || value.includes("?") || value.includes("=") || hasLongWord(value);
}

/** True if a text has as many consecutive letters and digits as a token. Testing every 43rd character finds each such word. */
function hasLongWord(text: string): boolean {
  for (let place = tokenLength - 1; place < text.length; place += tokenLength) {
    let start = place;
    while (isAlphanumeric(text.charCodeAt(start - 1))) start--;
    let end = place;
    while (isAlphanumeric(text.charCodeAt(end))) end++;
    if (end - start >= tokenLength) return true;
  }
  return false;
}

/** True if a code unit is an ASCII letter or digit. */
function isAlphanumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function redact(text: string): string {
  return withoutSignInQuery(text)
    .replace(anyKeyText, "$1[redacted]")
    .replace(signInParameter, "$1[redacted]")
    .replace(tokenText, "[redacted]");
}

function withoutSignInQuery(text: string): string {
  const page = text.search(signInPage);
  const query = page === -1 ? -1 : text.indexOf("?", page);
  return query === -1 ? text : `${text.slice(0, query + 1)}[redacted]`;
}
