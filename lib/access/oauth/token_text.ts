import { keyLengths } from "../../base/secrets/secret_forms.ts";

/** A code, an access token or a refresh token. */
export type TokenKind = "code" | "access" | "refresh";

/** Parts of the text of a token. */
export interface TokenText {
  keyId: string;
  connectionId: string;
  /** 43 base62 characters with 256 random bits. A refresh token has those of its connection before its own. */
  secret: string;
}

/** Number of the characters of a token's secret. */
const secretLengths: Readonly<Record<TokenKind, number>> = {
  code: keyLengths.secret,
  access: keyLengths.secret,
  refresh: 2 * keyLengths.secret,
};

/**
 * Formats a token as `<prefix>_<keyId>_<first letter of the kind><connectionId><secret>`. It begins like a key, so that logs redact it like
 * one, and it is longer than a key.
 */
export function formatToken(prefix: string, kind: TokenKind, token: TokenText): string {
  return `${prefix}_${token.keyId}_${kind.charAt(0)}${token.connectionId}${token.secret}`;
}

/** Parses a token of a kind. Returns undefined for any other text. */
export function parseToken(prefix: string, kind: TokenKind, text: string): TokenText | undefined {
  const form = /^([a-z2-7]{16})_([acr])([a-z2-7]{16})([0-9A-Za-z]{43,86})$/;
  const [, keyId, letter, connectionId, secret] = form.exec(text.slice(prefix.length + 1)) ?? [];
  if (keyId === undefined || connectionId === undefined || secret === undefined) return undefined;
  const isOfKind = letter === kind.charAt(0) && secret.length === secretLengths[kind];
  return isOfKind && text.startsWith(`${prefix}_`) ? { keyId, connectionId, secret } : undefined;
}
