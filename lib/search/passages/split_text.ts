const sentenceEnd = /[.!?؟。！？][)"'”’」]?\s?/g;

/**
 * Splits a text into parts of about `size` characters, at the end of a line, a sentence or a word. A text up to half as long again is not
 * split.
 */
export function splitText(text: string, size: number): string[] {
  const parts: string[] = [];
  let start = 0;
  while (text.length - start > size * 1.5) {
    const end = start + lengthOfPart(text.slice(start, start + Math.floor(size * 1.25)), size);
    const part = text.slice(start, end).trim();
    if (part !== "") parts.push(part);
    start = end;
  }
  const last = text.slice(start).trim();
  if (last !== "") parts.push(last);
  return parts;
}

/** Returns the length of the first part of a text that is longer than a part. */
function lengthOfPart(window: string, size: number): number {
  const least = Math.floor(size / 2);
  const line = window.lastIndexOf("\n");
  if (line >= least) return line + 1;
  let sentence = 0;
  for (const { 0: end, index } of window.matchAll(sentenceEnd)) sentence = index + end.length;
  if (sentence >= least && sentence < window.length) return sentence;
  const space = window.lastIndexOf(" ");
  if (space >= least) return space + 1;
  // Keep both halves of a surrogate pair together.
  const isPair = (window.charCodeAt(size - 1) & 0xfc00) === 0xd800;
  return isPair ? size + 1 : size;
}
