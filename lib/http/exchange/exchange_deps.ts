import type { KeyDeps } from "../../access/mod.ts";
import type { ContentPort } from "../../content/mod.ts";
import type { Emit } from "../../hooks.ts";
import type { Insight, Store } from "../../store/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import type { Refusals } from "../problems/refusals.ts";
import type { AddressFinder } from "../request/client_address.ts";

/** Parts of the exchange. */
export interface ExchangeDeps {
  options: ResolvedOptions;
  store: Store;
  content: ContentPort;
  keys: KeyDeps;
  refusals: Refusals;
  emit: Emit;
  findAddress: AddressFinder;
  /** Waits until the events of the changes that this process has committed are in the log. It never rejects. */
  settleChanges: () => Promise<void>;
  /** Undefined if requests are not counted. */
  insight: Insight | undefined;
}
