/**
 * Returns the position after the first JSON object of a text, or undefined if the object does not end within `maxLength`
 * characters.
 */
export function jsonEnd(text: string, maxLength: number): number | undefined {
  const end = Math.min(text.length, maxLength);
  let depth = 0;
  let isQuoted = false;
  for (let position = 0; position < end; position++) {
    const character = text[position];
    if (isQuoted) {
      if (character === "\\") position++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return position + 1;
  }
  return undefined;
}
