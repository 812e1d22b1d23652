/** A key's text: what follows the id is its secret. Some clients put it where it does not belong, into an address. */
const keyText = /(postern(?:_|%5[Ff])[a-z2-7]{16})(?:_|%5[Ff])\w+/g;

/**
 * The query of a page by which one signs in: the token of a link, the code of an OpenID provider. It is in the address of the page, and in the
 * `Referer` of what the page loads. In a line of JSON it ends at a quotation mark that no backslash stands before.
 */
const signInQuery = /(\/dashboard\/sign-in[\w/-]*\?)(?:[^"\\\s]|\\\S)+/g;

/** Lines of the log in which every API key ends after its id, and nothing signs anybody in. */
export function withoutSecrets(lines: string): string {
  return lines.replace(keyText, "$1_[redacted]").replace(signInQuery, "$1[redacted]");
}
