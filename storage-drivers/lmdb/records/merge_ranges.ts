/** An entry with a key that determines its order. */
interface Keyed {
  key: string;
}

/** Merges two ranges of the same order. If both have the same key, the first range's entry is used. */
export function* mergeRanges<Entry extends Keyed>(
  first: Iterable<Entry>,
  second: Iterable<Entry>,
  reverse: boolean,
): Generator<Entry> {
  const others = second[Symbol.iterator]();
  try {
    let other = others.next();
    for (const entry of first) {
      for (; !other.done && isBefore(other.value.key, entry.key, reverse); other = others.next()) {
        yield other.value;
      }
      if (!other.done && other.value.key === entry.key) other = others.next();
      yield entry;
    }
    for (; !other.done; other = others.next()) yield other.value;
  } finally {
    others.return?.();
  }
}

function isBefore(one: string, other: string, reverse: boolean): boolean {
  return reverse ? one > other : one < other;
}
