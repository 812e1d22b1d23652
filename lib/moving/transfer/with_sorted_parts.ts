/**
 * Sorts the fields of a record's parts by name, so that equal content gives equal text. The record's own fields keep their order, with
 * `type` first.
 */
export function withSortedParts<Item extends object>(item: Item): Item {
  return Object.fromEntries(Object.entries(item).map(([name, part]) => [name, sorted(part)])) as Item;
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, part]) => [name, sorted(part)]));
}
