/** Characters besides letters, digits and marks that Hugo keeps in paths. */
const kept: ReadonlySet<string> = new Set("./\\_#+~-@");

/**
 * Returns a text as Hugo writes it in paths. White space becomes a hyphen unless there is one. Other characters that are
 * not allowed are dropped.
 */
export function toHugoPath(text: string, { isLowerCase = true }: { isLowerCase?: boolean } = {}): string {
  let path = "";
  let isHyphenDue = false;
  for (const character of text.trim()) {
    if (kept.has(character) || /[\p{L}\p{Nd}\p{M}]/u.test(character)) {
      const needsHyphen = isHyphenDue && character !== "-" && !path.endsWith("-");
      path += needsHyphen ? `-${character}` : character;
      isHyphenDue = false;
    } else if (/\s/.test(character) && path !== "") isHyphenDue = true;
  }
  return isLowerCase ? path.toLowerCase() : path;
}
