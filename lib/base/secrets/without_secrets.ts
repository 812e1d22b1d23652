import { keyForm, keyLengths, secretForms, shortestWord, webhookSecretPrefix } from "./secret_forms.ts";

/** A key with the default prefix and at least a part of its secret. A search for a fixed prefix is three times as fast. */
const usualKeyForm = /(postern_[a-z2-7]{16}_)\w+/g;

/** The page where links and OpenID providers sign users in. */
const signInPage = /[/\\]sign-in/i;

/** Redacts the secrets of API keys in log lines. */
export function withoutKeys(lines: string): string {
  return lines.replace(lines.includes("%") ? keyForm : usualKeyForm, "$1[redacted]");
}

/**
 * Redacts the secrets in a text that a client sent: API keys, tokens, and the query of a sign-in page, in any percent-encoding. A text with an
 * encoded secret is returned decoded.
 */
export function withoutSecrets(text: string): string {
  // Most texts have no hint and no word as long as a token.
  if (!hint.test(text) && !hasLongWord(text)) return text;
  const decoded = fullyDecoded(text);
  const redacted = redact(decoded);
  return redacted === decoded ? text : redacted;
}

/** Characters of a text with an escape, a parameter, a prefix, or the id of a key. */
const hint = new RegExp(`[%?=]|${webhookSecretPrefix}|_[a-z2-7]{${keyLengths.id}}_`, "i");

/** True if a text has as many consecutive letters and digits as a token. Testing characters at that distance finds each such word. */
function hasLongWord(text: string): boolean {
  for (let place = shortestWord - 1; place < text.length; place += shortestWord) {
    let start = place;
    while (isAlphanumeric(text.charCodeAt(start - 1))) start--;
    let end = place;
    while (isAlphanumeric(text.charCodeAt(end))) end++;
    if (end - start >= shortestWord) return true;
  }
  return false;
}

/** True if a code unit is an ASCII letter or digit. */
function isAlphanumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function redact(text: string): string {
  return secretForms.reduce((left, form) => left.replace(form, "$1[redacted]"), withoutSignInQuery(text));
}

function withoutSignInQuery(text: string): string {
  const page = text.search(signInPage);
  const query = page === -1 ? -1 : text.indexOf("?", page);
  return query === -1 ? text : `${text.slice(0, query + 1)}[redacted]`;
}

/**
 * Decodes visible ASCII in a percent-encoded text until nothing is left to decode: `%70`, `%2570` and `%2%35%37%30` all become `p`. Takes
 * linear time, regardless of how many times the text was encoded.
 */
function fullyDecoded(text: string): string {
  if (!text.includes("%")) return text;
  const decoded: string[] = [];
  for (const character of text) {
    decoded.push(character);
    // The decoded character may complete a different escape.
    for (let found = escapeAtEnd(decoded); found !== undefined; found = escapeAtEnd(decoded)) {
      decoded.length -= 3;
      decoded.push(found);
    }
  }
  return decoded.join("");
}

/** Decodes an escape at the end of a text, if it stands for visible ASCII. */
function escapeAtEnd(characters: readonly string[]): string | undefined {
  const { length } = characters;
  if (characters[length - 3] !== "%") return undefined;
  const digits = `${characters[length - 2]}${characters[length - 1]}`;
  const code = /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}
