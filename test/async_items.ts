/** Returns all items of an iterable. */
export async function allOf<Item>(items: Iterable<Item> | AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Yields items one at a time, as a reader does. */
export async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
