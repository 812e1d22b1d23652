/** An address in a text, by its offsets. */
export interface AddressSpan {
  start: number;
  end: number;
}

/** Maximum number of addresses in a `srcset`. */
const maxCandidates = 100;
const isSpace = (character: string): boolean => "\t\n\f\r ".includes(character);

/** Returns the addresses in the value of a `srcset` attribute, as browsers find them. */
export function srcsetAddresses(text: string): AddressSpan[] {
  const spans: AddressSpan[] = [];
  let at = 0;
  while (spans.length < maxCandidates) {
    while (at < text.length && (isSpace(text.charAt(at)) || text[at] === ",")) at++;
    if (at === text.length) break;
    const start = at;
    while (at < text.length && !isSpace(text.charAt(at))) at++;
    let end = at;
    while (text[end - 1] === ",") end--;
    spans.push({ start, end });
    if (end === at) at = descriptorEnd(text, at);
  }
  return spans;
}

/** Returns the offset after the descriptors of a candidate. Commas in parentheses belong to a descriptor. */
function descriptorEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (text[at] === "," && depth <= 0) return at;
  }
  return text.length;
}
