import type { Awaitable } from "../../base/awaitable.ts";
import type { KeyPart } from "../encode_key.ts";
import type { ListOptions, Store } from "../store.ts";
import type { Stored } from "../stored.ts";

/** Number of records in a page. */
const pageSize = 500;

/**
 * Collects the wanted items of all records of a range, whose number must have a limit. `pick` returns the wanted items of a page. A list
 * that is cut before it is filtered can lose wanted records behind unwanted ones; this walk cannot.
 */
export async function collectRecords<Data, Item>(
  store: Store,
  partition: readonly KeyPart[],
  options: Omit<ListOptions, "limit" | "after">,
  pick: (page: Stored<Data>[]) => Awaitable<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of store.listPages<Data>(partition, options, pageSize)) {
    for (const item of await pick(page)) items.push(item);
  }
  return items;
}
