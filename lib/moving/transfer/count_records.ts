import type { Address, Store } from "../../store/mod.ts";
import { kindOf } from "./record_kinds.ts";
import type { TransferItem } from "./transfer_record.ts";

/** Numbers of the records of a store, as its engine lists them. */
export interface RecordCounts {
  /** Records that are items of a copy, by the type of the item. */
  items: Map<TransferItem["type"], number>;
  /** Other records that no copy has, by the name of their kind. */
  left: Map<string, number>;
}

/**
 * Counts the records of a store, or of one organization. It walks the store itself, so it also counts records that no export reads. Undefined
 * if the engine cannot list its partitions.
 */
export async function countRecords(
  store: Store,
  organizationSlug?: string,
): Promise<RecordCounts | undefined> {
  const ofOrganization =
    organizationSlug === undefined
      ? undefined
      : new Set([`org!${organizationSlug}`, `webhooks!${organizationSlug}`]);
  const records = store.walk(ofOrganization);
  if (records === undefined) return undefined;
  const counts: RecordCounts = { items: new Map(), left: new Map() };
  for await (const address of records) {
    const kind = kindOf(address) ?? { left: `records of an unknown kind, ${nameOf(address)}` };
    if (kind === "rebuilt") continue;
    if ("item" in kind) counts.items.set(kind.item, (counts.items.get(kind.item) ?? 0) + 1);
    else counts.left.set(kind.left, (counts.left.get(kind.left) ?? 0) + 1);
  }
  return counts;
}

function nameOf({ partition, key }: Address): string {
  return [partition, key].map((encoded) => encoded.split("!", 1)[0]).join("/");
}

/** Returns the plural of a type of items for people, such as "preview links". */
export function nameOfType(type: string): string {
  const name = type.replaceAll("-", " ");
  return name.endsWith("s") ? name : `${name}s`;
}
