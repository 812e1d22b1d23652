/** True if two values are equal as JSON. Ignores the order of object keys, and keys with the value `undefined`. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isEqualJson(item, other[index]));
  }
  const ours = definedEntries(one);
  const theirs = new Map(definedEntries(other));
  return (
    ours.length === theirs.size &&
    ours.every(([name, part]) => theirs.has(name) && isEqualJson(part, theirs.get(name)))
  );
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== undefined);
}
