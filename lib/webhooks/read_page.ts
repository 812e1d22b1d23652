import type { KeyPart, Store } from "../store/mod.ts";
import type { WebhookAddress } from "./webhook.ts";
import { deliveryPartition } from "./webhook_records.ts";

/** A page of the deliveries or the abandoned events of a webhook, newest first. */
export interface WebhookDeliveryQuery {
  /** The `next` of the previous page. Default: the newest. */
  before?: number;
  /** 1 to 100. Default: 50. */
  limit?: number;
}

/** A list of a webhook. */
interface ListedKind<Data, Item> {
  store: Store;
  prefix: readonly KeyPart[];
  /** Beginning of the error message. */
  action: string;
  toItem: (data: Data) => Item;
}

/**
 * Reads a page of the records of a webhook whose keys end with a number, greatest first.
 *
 * @returns the items, and whether more follow
 * @throws {RangeError} if an option is out of range
 */
export async function readPage<Data, Item>(
  { store, prefix, action, toItem }: ListedKind<Data, Item>,
  { organizationSlug }: WebhookAddress,
  { before, limit = 50 }: WebhookDeliveryQuery,
): Promise<{ items: Item[]; hasMore: boolean }> {
  requireInRange(action, { name: "limit", value: limit, most: 100 });
  if (before !== undefined) {
    requireInRange(action, { name: "before", value: before, most: Number.MAX_SAFE_INTEGER });
  }
  const found = await store.list<Data>(deliveryPartition(organizationSlug), {
    prefix,
    limit: limit + 1,
    reverse: true,
    ...(before === undefined ? {} : { to: [...prefix, before] }),
  });
  return { items: found.slice(0, limit).map(({ data }) => toItem(data)), hasMore: found.length > limit };
}

function requireInRange(
  action: string,
  { name, value, most }: { name: string; value: number; most: number },
): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return;
  throw new RangeError(`${action}: ${name} must be a whole number from 1 to ${most}, and is ${value}`);
}
