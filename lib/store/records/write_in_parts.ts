import { StoreLimitError } from "../../base/errors.ts";

/**
 * Writes items in one commit. If they are too large for the store, writes each half by itself.
 *
 * @throws {StoreLimitError} if a single item is too large
 */
export async function writeInParts<Item>(
  items: readonly Item[],
  write: (part: readonly Item[]) => Promise<void>,
): Promise<void> {
  try {
    await write(items);
  } catch (error) {
    if (!(error instanceof StoreLimitError) || items.length < 2) throw error;
    const half = Math.ceil(items.length / 2);
    await writeInParts(items.slice(0, half), write);
    await writeInParts(items.slice(half), write);
  }
}
