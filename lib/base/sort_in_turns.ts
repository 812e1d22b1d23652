import { othersTurn } from "./others_turn.ts";

/** Number of items that are sorted or merged before other work runs. */
const atOnce = 5000;

type Compare<Item> = (one: Item, other: Item) => number;

/** Sorts a list of any length, and lets other work run in between. Equal items keep their order. */
export async function sortInTurns<Item>(items: readonly Item[], compare: Compare<Item>): Promise<Item[]> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    if (start > 0) await othersTurn();
    runs.push(items.slice(start, start + atOnce).toSorted(compare));
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: Compare<Item>,
): Promise<Item[]> {
  const merged: Item[] = [];
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const [first, second] = [one[left] as Item, other[right] as Item];
    const isFirst = compare(first, second) <= 0;
    merged.push(isFirst ? first : second);
    if (isFirst) left++;
    else right++;
    if (merged.length % atOnce === 0) await othersTurn();
  }
  return merged.concat(one.slice(left), other.slice(right));
}
