const spaces = " \t\n\r\f\v";

/** Returns true for a text of ASCII white space only. A no-break space counts as text, as in WordPress. */
export function isBlank(text: string): boolean {
  return endOfSpace(text) === text.length;
}

/** Splits a text into its leading white space, its content and its trailing white space. */
export function splitSpace(text: string): [before: string, content: string, after: string] {
  const start = endOfSpace(text);
  if (start === text.length) return [text, "", ""];
  const end = startOfSpace(text);
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

/** Removes trailing white space. */
export function trimEndSpace(text: string): string {
  return text.slice(0, startOfSpace(text));
}

function endOfSpace(text: string): number {
  let index = 0;
  while (index < text.length && spaces.includes(text.charAt(index))) index++;
  return index;
}

function startOfSpace(text: string): number {
  let index = text.length;
  while (index > 0 && spaces.includes(text.charAt(index - 1))) index--;
  return index;
}
