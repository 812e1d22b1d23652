import { fullyDecoded } from "./fully_decoded.ts";

/** A key of any prefix, its underscores percent-encoded once, several times or not: the secret follows the id. */
const keyText = /((?:_|%(?:25)*5f)[a-z2-7]{16}(?:_|%(?:25)*5f))\w+/gi;

/** The page where links and OpenID providers sign users in. */
const signInPage = /[/\\]sign-in/i;

/** Parameters of links and OpenID providers that sign users in, wherever they stand. */
const signInParameter = /([?&;](?:token|code|state)=)[^&;#\s"\\]+/gi;

/** The token of a session or a link, or the secret of a key with or without its checksum. */
const tokenText = /(?<![0-9A-Za-z])[0-9A-Za-z]{43}(?:[0-9A-Za-z]{6})?(?![0-9A-Za-z])/g;

/** Every value with a secret holds one of these. Most values hold none, and are looked at once. */
const hint = /%|[/\\]sign-in|[?&;](?:token|code|state)=|_[a-z2-7]{16}_|[0-9A-Za-z]{43}/i;

/** Replaces the secret of every API key in lines of the log. */
export function withoutKeys(lines: string): string {
  return lines.replace(keyText, "$1[redacted]");
}

/**
 * Replaces the secrets in a value that a client sent: API keys, tokens, and the query of a sign-in page, in any percent-encoding. A value
 * with an encoded secret is returned decoded.
 */
export function withoutSecrets(value: string): string {
  if (!hint.test(value)) return value;
  const decoded = fullyDecoded(value);
  const redacted = redact(decoded);
  return redacted === decoded ? value : redacted;
}

function redact(text: string): string {
  return withoutKeys(withoutSignInQuery(text))
    .replace(signInParameter, "$1[redacted]")
    .replace(tokenText, "[redacted]");
}

function withoutSignInQuery(text: string): string {
  const page = text.search(signInPage);
  const query = page === -1 ? -1 : text.indexOf("?", page);
  return query === -1 ? text : `${text.slice(0, query + 1)}[redacted]`;
}
