/** Returns the number of lines of a text before its end part. */
export function linesBefore(end: string, text: string): number {
  return lineBreaks(text) - lineBreaks(end);
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) count++;
  return count;
}
