import { requirePageLimit } from "../../base/input/page_query.ts";
import type { KeyPart, Store } from "../../store/mod.ts";
import type { WebhookAddress } from "../webhook.ts";
import { deliveryPartition } from "../webhook_records.ts";

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
  requirePageLimit(action, limit);
  if (before !== undefined && !(Number.isSafeInteger(before) && before >= 1)) {
    throw new RangeError(
      `${action}: before must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, and is ${before}`,
    );
  }
  const found = await store.list<Data>(deliveryPartition(organizationSlug), {
    prefix,
    limit: limit + 1,
    reverse: true,
    ...(before === undefined ? {} : { to: [...prefix, before] }),
  });
  return { items: found.slice(0, limit).map(({ data }) => toItem(data)), hasMore: found.length > limit };
}
