/** Returns a value whose objects have their fields in alphabetical order, so that the same content is the same text. */
export function sortedFields(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedFields);
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sortedFields(value[name as keyof typeof value])]));
}
