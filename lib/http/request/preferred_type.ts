import { type QualityValue, qualityValues } from "./quality_values.ts";

/**
 * Returns the available media type that the client prefers (RFC 9110, section 12.5.1). Among types with equal weight, the more specific range
 * wins, then the first type. If the client accepts no available type, it gets the first.
 *
 * @param accept the value of `Accept`, or null without the header
 * @param types the available types, the default first: `["application/xml", "application/json"]`
 */
export function preferredType<Type extends string>(
  accept: string | null,
  types: readonly [Type, ...Type[]],
): Type {
  const [first] = types;
  if (accept === null) return first;
  const ranges = qualityValues(accept);
  let best: Preference & { type: Type } = { type: first, quality: 0, specificity: 0 };
  for (const type of types) {
    const preference = preferenceOf(type, ranges);
    if (isStronger(preference, best)) best = { ...preference, type };
  }
  return best.type;
}

/** True if a client accepts a media type. Without a value of `Accept`, it accepts all. */
export function acceptsType(accept: string | null, type: string): boolean {
  const ranges = accept === null || accept.trim() === "" ? [] : qualityValues(accept);
  return ranges.length === 0 || preferenceOf(type, ranges).quality > 0;
}

/** A client's preference for a media type, from the most specific matching range. */
interface Preference {
  /** Weight, 0 to 1. */
  quality: number;
  /** 0 for no range or the range of all types, 1 for a range such as `text/*`, 2 for the exact type. */
  specificity: number;
}

function preferenceOf(type: string, ranges: readonly QualityValue[]): Preference {
  const [group = ""] = type.split("/");
  for (const [specificity, name] of [[2, type] as const, [1, `${group}/*`] as const, [0, "*/*"] as const]) {
    const range = ranges.find((one) => one.name === name);
    if (range !== undefined) return { quality: range.weight, specificity };
  }
  return { quality: 0, specificity: 0 };
}

function isStronger(one: Preference, other: Preference): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality;
  return one.quality > 0 && one.specificity > other.specificity;
}
