import { isBoundToRequest } from "../../base/bound_to_request.ts";
import { StoreUnavailableError } from "../../base/errors.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { AtomicDriver, Storage } from "../../store/mod.ts";
import { upgradeStore } from "./upgrade_store.ts";

/** Returns a function that upgrades a store in the background when it is called first. If the store does not respond, the next call tries again. */
export function upgradeOnce(
  storage: Storage | AtomicDriver,
  { clock, onError }: { clock: Clock; onError: (error: unknown) => void },
): () => void {
  let upgrade: Promise<void> | undefined;
  return () => {
    if (!("atomic" in storage) || isBoundToRequest) return;
    upgrade ??= upgradeStore(storage, { clock }).catch((error: unknown) => {
      if (error instanceof StoreUnavailableError) upgrade = undefined;
      else onError(error);
    });
  };
}
