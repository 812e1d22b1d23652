/**
 * The media type that a client likes best of those that an answer can have (RFC 9110, section 12.5.1). Of equally liked ones
 * the first wins, and where none is liked the first is sent all the same: it is better than nothing.
 *
 * @param accept the value of `Accept`; null for none
 * @param types what the answer can be, the default first: `["application/xml", "application/json"]`
 */
export function preferredType<Type extends string>(
  accept: string | null,
  types: readonly [Type, ...Type[]],
): Type {
  const [first] = types;
  if (accept === null) return first;
  const ranges = accept.split(",").map(toRange);
  let best: { type: Type; quality: number } = { type: first, quality: 0 };
  for (const type of types) {
    const quality = qualityOf(type, ranges);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type;
}

interface MediaRange {
  /** `text/markdown`, `text/*` or the like, in lower case. */
  name: string;
  /** 0 to 1. */
  quality: number;
}

function toRange(text: string): MediaRange {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = weight === undefined ? 1 : Number(weight.slice("q=".length));
  return { name, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The most specific range that holds a type decides. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const [group = ""] = type.split("/");
  for (const name of [type, `${group}/*`, "*/*"]) {
    const range = ranges.find((one) => one.name === name);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
