import type { Store } from "../store/mod.ts";
import { announcedKey, pendingPartition } from "./event_records.ts";

/** Announces work that no mark of an outbox names. Call it after the commit that writes the work. */
export async function announceWork(store: Store): Promise<void> {
  await store.commit(pendingPartition, { sets: [{ key: announcedKey, data: {} }] });
  store.signals.notify();
}
