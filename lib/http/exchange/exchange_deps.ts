import type { KeyDeps } from "../../access/mod.ts";
import type { ContentPort } from "../../content/mod.ts";
import type { Emit } from "../../base/emit.ts";
import type { ExchangeHooks } from "./exchange_hooks.ts";
import type { Store } from "../../store/mod.ts";
import type { Insight } from "../../store/daily_counts/mod.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Refusals } from "../problems/refusals.ts";
import type { AddressFinder } from "../request/client_address.ts";
import type { TraceRoute } from "./trace_requests.ts";

/** The options of the exchange, with defaults filled in. */
export interface ExchangeOptions {
  clock: Clock;
  hooks: ExchangeHooks;
  onError: (error: unknown, request?: Request) => void;
}

/** Parts of the exchange. */
export interface ExchangeDeps {
  options: ExchangeOptions;
  store: Store;
  content: ContentPort;
  keys: KeyDeps;
  refusals: Refusals;
  emit: Emit<ExchangeHooks>;
  findAddress: AddressFinder;
  /** Waits until the events of the changes that this process has committed are in the log. It never rejects. */
  settleChanges: () => Promise<void>;
  /** Undefined if requests are not counted. */
  insight: Insight | undefined;
  /** Undefined if requests are not traced. */
  trace: TraceRoute | undefined;
}
