import { type WeightedItem, weightedItems } from "../weighted_items.ts";

/**
 * The media type that a client likes best of those that an answer can have (RFC 9110, section 12.5.1). Of equally liked ones the
 * one that the client names wins, then the first; and where none is liked the first is sent all the same: it is better than nothing.
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
  const ranges = weightedItems(accept);
  let best: Preference & { type: Type } = { type: first, quality: 0, specificity: 0 };
  for (const type of types) {
    const preference = preferenceOf(type, ranges);
    if (isStronger(preference, best)) best = { ...preference, type };
  }
  return best.type;
}

/** How much a client likes a media type: by the most specific range that holds it. */
interface Preference {
  /** 0 to 1. */
  quality: number;
  /** 0 for no range or any type, 1 for the group, 2 for the type by its name. */
  specificity: number;
}

function preferenceOf(type: string, ranges: readonly WeightedItem[]): Preference {
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
