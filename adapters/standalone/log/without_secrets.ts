import { fullyDecoded } from "./fully_decoded.ts";

/** A key of the default prefix, also a part of its secret. A search for a fixed text takes a third of the time. */
const keyText = /(postern_[a-z2-7]{16}_)\w+/g;

/** A key of any prefix, its underscores percent-encoded once, several times or not. */
const anyKeyText = /((?:_|%(?:25)*5[Ff])[a-z2-7]{16}(?:_|%(?:25)*5[Ff]))\w+/g;

/** The page where links and OpenID providers sign users in. */
const signInPage = /[/\\]sign-in/i;

/** Parameters of links and OpenID providers that sign users in, wherever they stand. */
const signInParameter = /([?&;](?:token|code|state)=)[^&;#\s"\\]+/gi;

/** The token of a session or a link, or the secret of a key with or without its checksum. */
const tokenText = /(?<![0-9A-Za-z])[0-9A-Za-z]{43}(?:[0-9A-Za-z]{6})?(?![0-9A-Za-z])/g;

/** Characters of a token, and of the secret of a key without its checksum. */
const tokenLength = 43;

/** Replaces the secrets of API keys in lines of the log. */
export function withoutKeys(lines: string): string {
  return lines.replace(lines.includes("%") ? anyKeyText : keyText, "$1[redacted]");
}

/**
 * Replaces the secrets in a value that a client sent: API keys, tokens, and the query of a sign-in page, in any percent-encoding. A value
 * with an encoded secret is returned decoded.
 */
export function withoutSecrets(value: string): string {
  if (!canHoldSecret(value)) return value;
  const decoded = fullyDecoded(value);
  const redacted = redact(decoded);
  return redacted === decoded ? value : redacted;
}

/** Tells most values without a secret at once: they have no escape, no query, and no word as long as a token. */
function canHoldSecret(value: string): boolean {
  return value.includes("%") || value.includes("?") || value.includes("=") || hasLongWord(value);
}

/** Whether a text has as many letters and digits in a row as a token. Each such word covers one of the places that are tried. */
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

/** Whether a code unit is a letter or a digit of ASCII. */
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
